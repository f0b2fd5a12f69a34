package dev.quarry.child;

import dev.quarry.Quarry;

/**
 * Goes down to the end of the stack and calls Quarry in every frame on the way up, so that calls
 * are broken off wherever a StackOverflowError can come. Argument: number of dives.
 */
public final class StackDive {
    /** Frames from the end that are of interest: several times what a call needs. */
    private static final int LEVELS = 400;

    private static final int STEPS = 3;
    private static final int[] STACK_KIB = {256, 400, 512, 1024};

    private final Model model = new Model();
    private int level;
    private volatile Throwable unexpected;

    private StackDive() {}

    public static void main(String[] args) throws Exception {
        long returned = 0;
        long broken = 0;
        for (int round = 0; round < Integer.parseInt(args[0]); round++) {
            StackDive dive = new StackDive();
            dive.run(round);
            returned += dive.model.returned;
            broken += dive.model.broken;
        }
        System.out.println(returned + " calls returned, " + broken + " did not");
        Checks.require(returned > 0 && broken > 0, "the end of the stack was missed");
    }

    private void run(int round) throws InterruptedException {
        Rival rival = new Rival().start();
        model.fillSome(round);
        Thread diver = threadFor(round, () -> begin(round));
        diver.start();
        diver.join();
        rival.stop();
        if (unexpected != null) {
            throw new AssertionError("round " + round, unexpected);
        }
        model.settle();
        Checks.atRest(0);
    }

    /** Each third is a virtual thread, whose stack is its carrier's. */
    private static Thread threadFor(int round, Runnable work) {
        if (round % 3 == 2) {
            return Thread.ofVirtual().unstarted(work);
        }
        int kib = STACK_KIB[round % STACK_KIB.length];
        return new Thread(null, work, "diver", (kib + round) << 10);
    }

    /** Each second thread has its heap before; the others claim it where the stack ends. */
    private void begin(int round) {
        if ((round & 1) == 0) {
            Quarry.free(Quarry.malloc(1));
        }
        dive(round);
    }

    private void dive(int depth) {
        try {
            if (depth % 5 == 0) {
                wide(depth, depth, depth, depth);
            } else {
                dive(depth + 1);
            }
        } catch (StackOverflowError e) {
            // Here the way up begins, or goes on.
        }
        level++;
        if (level < LEVELS) {
            attempt();
        }
    }

    /** A frame of another size, so that calls begin at many distances from the end. */
    private long wide(long a, long b, long c, long d) {
        dive((int) a + 1);
        return a + b + c + d;
    }

    private void attempt() {
        for (int i = 0; i < STEPS; i++) {
            try {
                model.step();
            } catch (Throwable thrown) {
                if (!Model.isExpected(thrown)) {
                    unexpected = thrown;
                }
            }
        }
    }
}
