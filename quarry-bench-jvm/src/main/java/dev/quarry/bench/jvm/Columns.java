package dev.quarry.bench.jvm;

import dev.quarry.bench.jvm.Column.Need;
import dev.quarry.bench.jvm.allocator.ArrowBuffers;
import dev.quarry.bench.jvm.allocator.ConfinedArena;
import dev.quarry.bench.jvm.allocator.DirectBuffer;
import dev.quarry.bench.jvm.allocator.LwjglMemory;
import dev.quarry.bench.jvm.allocator.NettyAdaptive;
import dev.quarry.bench.jvm.allocator.NettyPooled;
import dev.quarry.bench.jvm.allocator.NoAddresses;
import dev.quarry.bench.jvm.allocator.QuarryAddresses;
import dev.quarry.bench.jvm.allocator.QuarrySegments;
import dev.quarry.bench.jvm.allocator.UnsafeMemory;
import dev.quarry.bench.peer.Peer;
import dev.quarry.bench.peer.Peers;
import dev.quarry.bench.result.PeerInfo;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The columns of a run.
 *
 * @param compared Quarry first
 * @param extra    beside the comparison: Quarry again, its segments, the loops alone
 * @param missing  what was looked for and not found, in words for the user
 */
record Columns(List<Column> compared, List<Column> extra, List<String> missing) {
    private static final String JDK = "java.lang.Object";
    private static final String LWJGL = "-Dorg.lwjgl.system.allocator=";

    /** What Netty's users set who look for speed: no tracing, no checks, caches everywhere. */
    private static final String[] TUNED_NETTY = {
        "-Dio.netty.leakDetection.level=disabled", "-Dio.netty.buffer.checkAccessible=false",
        "-Dio.netty.buffer.checkBounds=false",
        "-Dio.netty.allocator.useCacheForAllThreads=true"};

    /** What Arrow's documentation names for speed: buffers without checks of their bounds. */
    private static final String[] TUNED_ARROW = {"-Darrow.enable_unsafe_memory_access=true",
        "-Darrow.enable_null_check_for_get=false"};

    /** As a run needs them; names limit the peers, none means all. */
    static Columns find(JvmScale scale, Map<String, Path> given, List<String> names) {
        List<String> missing = new ArrayList<>();
        List<Column> compared = new ArrayList<>();
        compared.add(Column.java(Peer.QUARRY, QuarryAddresses.class, Need.ALWAYS,
                "dev.quarry.Quarry"));
        compared.addAll(natives(given, missing));
        compared.addAll(javaPeers());
        checkNames(compared, names);
        compared.removeIf(column -> names.isEmpty() ? !scale.includes(column.need())
                : !column.name().equals(Peer.QUARRY) && !names.contains(column.name()));
        List<Column> extra = new ArrayList<>(List.of(compared.getFirst().again()));
        if (scale.includes(Need.FULL_RUNS)) {
            extra.add(Column.java("quarry-segments", QuarrySegments.class, Need.FULL_RUNS,
                    "dev.quarry.Quarry"));
        }
        extra.add(Column.java(Peer.HARNESS_NAME, NoAddresses.class, Need.ALWAYS, JDK));
        return new Columns(List.copyOf(compared), List.copyOf(extra), List.copyOf(missing));
    }

    private static List<Column> natives(Map<String, Path> given, List<String> missing) {
        Map<String, Path> libraries = Peers.installed(missing);
        libraries.putAll(given);
        Path system = PeerInfo.systemLibrary().orElseThrow(
                () -> new IllegalStateException("no C library was found"));
        List<Column> columns = new ArrayList<>();
        columns.add(Column.critical(Peer.SYSTEM_NAME, system));
        libraries.forEach((name, library) -> columns.add(Column.critical(name, library)));
        columns.add(Column.plain(Peer.SYSTEM_NAME, system, Need.ALWAYS));
        libraries.forEach((name, library) -> columns.add(
                Column.plain(name, library, Need.FULL_RUNS)));
        for (String binding : List.of("mimalloc", "jemalloc", "rpmalloc")) {
            columns.add(Column.bound("lwjgl-" + binding, LwjglMemory.class,
                    "org.lwjgl.system.MemoryUtil", LWJGL + binding));
        }
        return columns;
    }

    private static List<Column> javaPeers() {
        String netty = "io.netty.buffer.ByteBuf";
        String arrow = "org.apache.arrow.memory.ArrowBuf";
        return List.of(
                Column.java("unsafe", UnsafeMemory.class, Need.ALWAYS, JDK),
                Column.java("confined", ConfinedArena.class, Need.ALWAYS, JDK),
                Column.java("direct", DirectBuffer.class, Need.ALWAYS, JDK),
                Column.java("netty-pooled", NettyPooled.class, Need.ALWAYS, netty),
                Column.java("netty-adaptive", NettyAdaptive.class, Need.ALWAYS, netty),
                Column.java("netty-pooled-tuned", NettyPooled.class, Need.FULL_RUNS, netty,
                        TUNED_NETTY),
                Column.java("netty-adaptive-tuned", NettyAdaptive.class, Need.FULL_RUNS, netty,
                        TUNED_NETTY),
                Column.java("arrow", ArrowBuffers.class, Need.FULL_RUNS, arrow),
                Column.java("arrow-tuned", ArrowBuffers.class, Need.FULL_RUNS, arrow,
                        TUNED_ARROW));
    }

    private static void checkNames(List<Column> columns, List<String> names) {
        for (String name : names) {
            if (columns.stream().noneMatch(column -> column.name().equals(name))) {
                throw new IllegalArgumentException("no allocator \"" + name + "\"; there are: "
                        + String.join(", ", columns.stream().map(Column::name).toList()));
            }
        }
    }

    /** Every column, in the order of a round. */
    List<Column> all() {
        List<Column> all = new ArrayList<>(compared);
        all.addAll(extra);
        return all;
    }

    /** The same for the classes that judge. */
    Peers peers() {
        return new Peers(compared.stream().map(Column::peer).toList(),
                compared.getFirst().peer(), extra.stream().map(Column::peer).toList(), missing);
    }
}
