package dev.quarry.bench.jvm.threads;

/**
 * A server that replaces blocks for ever, and whose threads come and go: each leaves its blocks to
 * its successor. After Larson and Krishnan (ISMM 1998).
 */
final class Larson implements Scene {
    private static final int BLOCKS = 1000;
    private static final int REPLACEMENTS = 100_000;
    private static final int LEAST_BYTES = 8;
    private static final int MOST_BYTES = 1000;

    private final int threads;

    /** One of the server's places, over all its threads. */
    private record Station(Slots slots, Draws places, Draws sizes) {
    }

    Larson(int threads) {
        this.threads = threads;
    }

    @Override
    public void play(Crew crew) {
        for (int i = 0; i < threads; i++) {
            var station = new Station(Slots.of(BLOCKS), Draws.places(2 * i, BLOCKS),
                    Draws.even(2 * i + 1, LEAST_BYTES, MOST_BYTES));
            crew.work(tally -> fill(station, tally));
            crew.start(tally -> serve(crew, station, tally));
        }
        crew.awaitAll();
    }

    private static void fill(Station station, Tally tally) {
        for (int i = 0; i < BLOCKS; i++) {
            tally.allocate(station.slots, i, station.sizes.next());
        }
    }

    private void serve(Crew crew, Station station, Tally tally) {
        for (int i = 0; i < REPLACEMENTS; i++) {
            int place = station.places.next();
            tally.free(station.slots, place);
            tally.allocate(station.slots, place, station.sizes.next());
        }
        if (crew.goesOn()) {
            crew.start(next -> serve(crew, station, next));
        } else {
            tally.freeAll(station.slots);
        }
    }
}
