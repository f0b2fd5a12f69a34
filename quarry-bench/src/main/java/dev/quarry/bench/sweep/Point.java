package dev.quarry.bench.sweep;

import dev.quarry.bench.peer.Peer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A setting of the tunables of magazines.
 *
 * @param name     the column
 * @param oneSize  variables in rows whose blocks all have one size; SIZE stands for it
 * @param anySizes variables in the others
 */
record Point(String name, Map<String, String> oneSize, Map<String, String> anySizes) {
    private static final String BLOCKS = "QUARRY_MAGAZINE_BLOCKS";
    private static final String BYTES_PER_HEAP = "QUARRY_MAGAZINE_BYTES_PER_HEAP";

    /** Of less room no class has a beginning, so a size is bounded by the room alone. */
    private static final long LEAST_ROOM_WITH_BEGINNINGS = 160L << 10;

    /** All that a magazine can hold. */
    private static final long MOST_BLOCKS = 124;

    private static final String TIMES_SIZE = "*size";

    /** All that is swept, besides the defaults. */
    static List<Point> all() {
        Stream<Point> fixed = Stream.of(8L, 16L, 32L, 64L, MOST_BLOCKS).map(Point::bounded);
        Stream<Point> beginnings = Stream.of(8L, 32L, 64L, MOST_BLOCKS).map(Point::beginning);
        Stream<Point> rooms = Stream.of(LEAST_ROOM_WITH_BEGINNINGS, 256L << 10, 4L << 20)
                .map(Point::room);
        return Stream.of(Stream.of(none()), fixed, beginnings, rooms).flatMap(each -> each)
                .toList();
    }

    private static Point none() {
        return everywhere("none", Map.of(BYTES_PER_HEAP, "0"));
    }

    /**
     * A bound in blocks. With one size in use the room in bytes is such a bound; with many it is
     * where each class begins, with as little room to grow as can be set.
     */
    private static Point bounded(long blocks) {
        Map<String, String> anySizes = new LinkedHashMap<>();
        anySizes.put(BLOCKS, Long.toString(blocks));
        anySizes.put(BYTES_PER_HEAP, Long.toString(LEAST_ROOM_WITH_BEGINNINGS));
        return new Point(blocks + "/" + blocks / 2, Map.of(BYTES_PER_HEAP, blocks + TIMES_SIZE),
                anySizes);
    }

    private static Point beginning(long blocks) {
        return everywhere("begin-" + blocks, Map.of(BLOCKS, Long.toString(blocks)));
    }

    private static Point room(long bytes) {
        return everywhere("room-" + (bytes >> 10) + "K",
                Map.of(BYTES_PER_HEAP, Long.toString(bytes)));
    }

    private static Point everywhere(String name, Map<String, String> variables) {
        return new Point(name, variables, variables);
    }

    /** The column in a row of blocks of one size. */
    Peer of(Peer quarry, long blockBytes) {
        Map<String, String> variables = new LinkedHashMap<>();
        oneSize.forEach((variable, value) -> variables.put(variable, value(value, blockBytes)));
        return quarry.tuned(name, variables);
    }

    private static String value(String value, long blockBytes) {
        return value.endsWith(TIMES_SIZE)
                ? Long.toString(blockBytes
                        * Long.parseLong(value.substring(0, value.indexOf(TIMES_SIZE))))
                : value;
    }

    /** The column in a row of blocks of many sizes. */
    Peer of(Peer quarry) {
        return quarry.tuned(name, anySizes);
    }

    /** For the record: all that is ever set for the column. */
    Peer described(Peer quarry) {
        Map<String, String> variables = new LinkedHashMap<>(anySizes);
        if (!oneSize.equals(anySizes)) {
            oneSize.forEach((variable, value) -> variables.put(variable + " (one size)", value));
        }
        return quarry.tuned(name, variables);
    }
}
