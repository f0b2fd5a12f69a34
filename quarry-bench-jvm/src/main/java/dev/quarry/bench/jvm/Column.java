package dev.quarry.bench.jvm;

import dev.quarry.bench.jvm.allocator.ConfinedArena;
import dev.quarry.bench.jvm.allocator.NativeFunctions;
import dev.quarry.bench.jvm.loop.Measured;
import dev.quarry.bench.jvm.worker.Order;
import dev.quarry.bench.peer.Peer;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An allocator as a column: how a JVM is started that measures it.
 *
 * @param allocator the class that calls it
 * @param flags     what its users start their JVM with
 * @param need      whether a quick run leaves it out
 */
record Column(Peer peer, Class<?> allocator, List<String> flags, Need need) {

    /** Which runs have it. */
    enum Need { ALWAYS, FULL_RUNS }

    /** An allocator of the JDK's, or of a Java library, whose class of that name tells the jar. */
    static Column java(String name, Class<?> allocator, Need need, String jarOf,
            String... flags) {
        Peer peer = Peer.called(name, Peer.Kind.JAVA, jarOf(jarOf));
        return new Column(peer, allocator, List.of(flags), need);
    }

    /** One whose work is done by a native library that a Java library brings along. */
    static Column bound(String name, Class<?> allocator, String jarOf, String... flags) {
        return new Column(Peer.called(name, Peer.Kind.NATIVE, jarOf(jarOf)), allocator,
                List.of(flags), Need.ALWAYS);
    }

    /** A native library's malloc and free by downcalls that keep the thread's state. */
    static Column critical(String name, Path library) {
        return called(name, library, Need.ALWAYS, "-D" + NativeFunctions.CRITICAL + "=true");
    }

    /** The same by downcalls as they are without an option. */
    static Column plain(String name, Path library, Need need) {
        return called(name + "-plain", library, need);
    }

    private static Column called(String name, Path library, Need need, String... flags) {
        List<String> all = new ArrayList<>(List.of(flags));
        all.add("-D" + NativeFunctions.LIBRARY + "=" + library);
        return new Column(Peer.called(name, Peer.Kind.NATIVE, Optional.of(library)),
                NativeFunctions.class, all, need);
    }

    /** The same allocator once more: what differs between the two is noise. */
    Column again() {
        return new Column(peer.again(), allocator, flags, need);
    }

    /** A confined arena's block can be freed by no other thread than its own. */
    boolean serves(JvmRow row) {
        return row.kind() != Order.Kind.THREADS || allocator != ConfinedArena.class;
    }

    String name() {
        return peer.name();
    }

    List<String> options() {
        List<String> options = new ArrayList<>(flags);
        options.add("-D" + Measured.CLASS + "=" + allocator.getName());
        return options;
    }

    private static Optional<Path> jarOf(String name) {
        try {
            var source = Class.forName(name, false, Column.class.getClassLoader())
                    .getProtectionDomain().getCodeSource();
            return source == null ? Optional.empty()
                    : Optional.of(Path.of(source.getLocation().toURI()))
                            .filter(Files::isRegularFile);
        } catch (ReflectiveOperationException | URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
