package dev.quarry.aot;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.stream.Stream;

/** A hash over a build step's inputs, kept beside its output: equal, and the step is skipped. */
final class Fingerprint {
    private final MessageDigest digest;

    Fingerprint() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    Fingerprint add(String text) {
        digest.update(text.getBytes(StandardCharsets.UTF_8));
        digest.update((byte) 0);
        return this;
    }

    Fingerprint add(Map<String, byte[]> files) {
        files.forEach((name, bytes) -> {
            add(name);
            digest.update(bytes);
        });
        return this;
    }

    /** Every file of a folder and below, in order of their names. */
    Fingerprint addTree(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                add(folder.relativize(file).toString());
                digest.update(Files.readAllBytes(file));
            }
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The hash of all that was added. */
    String value() {
        return HexFormat.of().formatHex(digest.digest());
    }

    /** Whether {@code mark} says that its step ran on the inputs of this {@code value}. */
    static boolean isFresh(Path mark, String value) {
        try {
            return Files.exists(mark) && Files.readString(mark).equals(value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void write(Path mark, String value) {
        try {
            Files.createDirectories(mark.getParent());
            Files.writeString(mark, value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
