package dev.quarry.bench.jvm;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What the user asked for.
 *
 * @param peers   further native allocators by name
 * @param against names of the peers to run; none: those of the scale
 * @param options further options of every measured JVM
 */
record JvmSelection(JvmScale scale, List<JvmRow> rows, Map<String, Path> peers,
        List<String> against, List<String> options, String command) {
}
