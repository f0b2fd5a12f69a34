package dev.quarry.contract;

/** The threads of a trace by number; 0 is the caller's own. */
final class Lanes implements AutoCloseable {
    private final Lane[] lanes;

    Lanes(int count) {
        lanes = new Lane[count];
        for (int i = 1; i < count; i++) {
            lanes[i] = new Lane();
        }
    }

    /** Runs an action on a thread and waits for it. */
    void run(int lane, Runnable action) {
        if (lane == 0) {
            action.run();
        } else {
            lanes[lane].run(action);
        }
    }

    /** Runs an action on each thread, one after the other. */
    void runOnEach(Runnable action) {
        for (int lane = 0; lane < lanes.length; lane++) {
            run(lane, action);
        }
    }

    /** Ends a thread but the caller's; another takes its number. */
    void end(int lane) {
        if (lane != 0) {
            lanes[lane].close();
            lanes[lane] = new Lane();
        }
    }

    @Override
    public void close() {
        for (int i = 1; i < lanes.length; i++) {
            lanes[i].close();
        }
    }
}
