package dev.quarry.bench.result;

import dev.quarry.bench.build.Layout;
import dev.quarry.bench.peer.Peer;
import dev.quarry.bench.run.Shell;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Which build of an allocator was measured.
 *
 * @param bytes size of the library's file; 0 for columns that have none
 * @param code  size of its machine code and constants, as binutils' size says
 * @param tuned variables that were set for it
 */
public record PeerInfo(String name, String kind, String file, String version, long bytes,
        long code, String sha256, Map<String, String> tuned) {

    /** Raw files of earlier runs know nothing of variables. */
    public PeerInfo {
        tuned = tuned == null ? Map.of() : tuned;
    }

    /** The variables in words. */
    public String settings() {
        return tuned.entrySet().stream().map(Map.Entry::toString)
                .collect(Collectors.joining(", "));
    }

    public static PeerInfo of(Layout layout, Peer peer) {
        Optional<Path> file = peer.library();
        if (peer.kind() == Peer.Kind.LINKED) {
            file = Optional.of(layout.quarryArchive());
        } else if (peer.kind() == Peer.Kind.SYSTEM) {
            file = systemLibrary();
        }
        String kind = peer.kind().name().toLowerCase(Locale.ROOT);
        PeerInfo nothing = new PeerInfo(peer.name(), kind, "", "", 0, 0, "", peer.environment());
        return file.map(path -> nothing.from(layout, path)).orElse(nothing);
    }

    /** The same with what the library's file tells. */
    private PeerInfo from(Layout layout, Path path) {
        try {
            Path real = path.toRealPath();
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(real));
            return new PeerInfo(name, kind, layout.shown(real), version(layout, real),
                    Files.size(real), code(real), HexFormat.of().formatHex(hash), tuned);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The C library itself, found through the loader. */
    public static Optional<Path> systemLibrary() {
        return Shell.run(List.of("ldd", "/bin/sh")).out().lines()
                .filter(line -> line.contains("libc.so"))
                .map(line -> Path.of(line.replaceAll(".*=> *(\\S+).*", "$1").strip()))
                .findFirst();
    }

    /** Of today's Quarry the commit; of an earlier build beside it only its hash is known. */
    private static String version(Layout layout, Path real) throws IOException {
        if (isBuiltHere(real, layout.quarryLibrary(), layout.quarryArchive())) {
            return Machine.revision(layout);
        }
        String owner = Shell.run(List.of("dpkg-query", "-S", real.toString())).firstLine();
        if (owner.isEmpty()) {
            owner = Shell.run(List.of("dpkg-query", "-S", usrMerged(real))).firstLine();
        }
        int colon = owner.indexOf(':');
        return colon < 0 ? "" : Shell.run(List.of("dpkg-query", "-W", "-f",
                "${Package} ${Version}", owner.substring(0, colon))).firstLine();
    }

    private static boolean isBuiltHere(Path real, Path... outputs) throws IOException {
        for (Path output : outputs) {
            if (Files.exists(output) && Files.isSameFile(real, output)) {
                return true;
            }
        }
        return false;
    }

    /** dpkg may know a file of /usr/lib only by its old place in /lib. */
    private static String usrMerged(Path real) {
        return real.toString().replaceFirst("^/usr", "");
    }

    private static long code(Path real) {
        return Shell.run(List.of("size", real.toString())).out().lines().skip(1)
                .mapToLong(line -> Long.parseLong(line.strip().split("\\s+")[0])).sum();
    }
}
