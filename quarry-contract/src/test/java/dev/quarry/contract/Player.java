package dev.quarry.contract;

import static dev.quarry.contract.Blocks.require;

import java.util.List;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Plays a trace on an allocator and compares it, step by step, with what a plain {@link Model}
 * says: the blocks held and what is in them, the faults it owes, the census. Steps in a row of one
 * lane cost one change of threads.
 */
final class Player implements AutoCloseable {
    /** What went wrong, and at which step. */
    static final class Failure extends AssertionError {
        private static final long serialVersionUID = 1;
        final int step;

        Failure(int step, Throwable cause) {
            super(cause.getMessage(), cause);
            this.step = step;
        }
    }

    private final Life life;
    private final Model blocks;
    private final Faults faults;
    private final Life.Books atStart;
    private final Census censusAtStart;
    private final long[] held;
    private final long[] givenBack;
    private final Lanes lanes;
    private long expectedFaults;
    private int step;

    private Player(Function<Life, Model> model, Life life, Traces.Mix mix) {
        this.life = life;
        blocks = model.apply(life);
        faults = Faults.since(life);
        atStart = life.books();
        censusAtStart = life.census();
        held = new long[mix.slots()];
        givenBack = new long[mix.slots()];
        lanes = new Lanes(mix.lanes());
    }

    /**
     * Plays all steps, stops every {@code checkEvery} steps and at the end for a full check, and
     * returns the census before the blocks that are still out are freed.
     */
    static Census play(
            Function<Life, Model> model, Life life, Traces.Mix mix, List<Op> ops, int checkEvery) {
        try (Player player = new Player(model, life, mix)) {
            try {
                player.playAll(ops, checkEvery);
                player.check();
                Census census = life.census().since(player.censusAtStart);
                player.freeAll();
                player.check();
                return census;
            } catch (AssertionError | RuntimeException e) {
                throw new Failure(Math.min(player.step, ops.size() - 1), e);
            }
        }
    }

    private void playAll(List<Op> ops, int checkEvery) {
        while (step < ops.size()) {
            playRun(ops, Math.min(ops.size(), step + checkEvery - step % checkEvery));
            if (step % checkEvery == 0) {
                check();
            }
        }
    }

    /** Plays the steps from here on that are of one lane, up to a limit. */
    private void playRun(List<Op> ops, int limit) {
        Op first = ops.get(step);
        if (first.kind() == Op.Kind.END_LANE) {
            lanes.end(first.lane());
            step++;
        } else {
            lanes.run(first.lane(), () -> actWhile(ops, limit, first.lane()));
        }
        require(
                faults.total() <= expectedFaults,
                "%s is a fault nobody made; expected were %d", faults, expectedFaults);
    }

    private void actWhile(List<Op> ops, int limit, int lane) {
        for (; step < limit; step++) {
            Op op = ops.get(step);
            if (op.lane() != lane || op.kind() == Op.Kind.END_LANE) {
                return;
            }
            act(op);
        }
    }

    private void act(Op op) {
        switch (op.kind()) {
            case MALLOC -> fill(op, () -> blocks.malloc(op.bytes()));
            case CALLOC -> fill(op, () -> blocks.calloc(1, op.bytes()));
            case ALIGNED -> fill(op, () -> blocks.aligned(op.other(), op.bytes()));
            case REALLOC -> realloc(op);
            case FREE -> free(op.slot());
            case FREE_AGAIN -> wrong(givenBack[op.slot()], life::free);
            case REALLOC_AGAIN -> wrong(givenBack[op.slot()], block -> reallocWrong(block, op));
            case FREE_INSIDE -> wrong(inside(op), life::free);
            case FREE_WILD -> wrong(op.other(), life::free);
            default -> life.trim();
        }
    }

    private void fill(Op op, LongSupplier allocation) {
        free(op.slot());
        held[op.slot()] = allocation.getAsLong();
    }

    private void free(int slot) {
        long block = held[slot];
        held[slot] = 0;
        if (block != 0) {
            blocks.free(block);
            givenBack[slot] = block;
        } else {
            life.free(0);
        }
    }

    /** Resizes to at least one byte: what size 0 means here is a matter of its own test. */
    private void realloc(Op op) {
        long bytes = Math.max(op.bytes(), 1);
        long block = held[op.slot()];
        if (block == 0) {
            held[op.slot()] = blocks.accept(life.realloc(0, bytes), bytes, Blocks.ALIGNMENT);
            return;
        }
        long moved = blocks.realloc(block, bytes);
        held[op.slot()] = moved;
        if (moved != block) {
            givenBack[op.slot()] = block;
        }
    }

    private void wrong(long address, LongConsumer use) {
        if (address != 0 && !blocks.holds(address)) {
            expectedFaults++;
            use.accept(address);
        }
    }

    private void reallocWrong(long block, Op op) {
        long result = life.realloc(block, Math.max(op.bytes(), 1));
        require(result == 0, "realloc of %x, which nobody holds, gave %x", block, result);
    }

    private long inside(Op op) {
        long block = held[op.slot()];
        long usable = block == 0 ? 0 : blocks.usableBytes(block);
        return usable < 2 ? 0 : block + 1 + Long.remainderUnsigned(op.other(), usable - 1);
    }

    private void freeAll() {
        for (int slot = 0; slot < held.length; slot++) {
            free(slot);
        }
    }

    /** Lets every lane take up what the others freed, then checks all that is true at rest. */
    private void check() {
        lanes.runOnEach(life::trim);
        require(life.verify() == 0, "Verify found %d", life.verify());
        require(faults.total() == expectedFaults, "faults %s of %d", faults, expectedFaults);
        blocks.check();
        Life.Books books = life.books();
        long liveBlocks = books.liveBlocks() - atStart.liveBlocks();
        long liveBytes = books.liveBytes() - atStart.liveBytes();
        require(
                liveBlocks == blocks.count() && liveBytes == blocks.usableBytes(),
                "the books say %d B in %d blocks, the model %d B in %d",
                liveBytes, liveBlocks, blocks.usableBytes(), blocks.count());
    }

    @Override
    public void close() {
        blocks.addresses().forEach(life::free);
        lanes.close();
    }
}
