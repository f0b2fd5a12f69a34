package dev.quarry.contract;

import static dev.quarry.contract.Blocks.require;

import java.util.ArrayList;
import java.util.List;

/**
 * Run in a process of its own: uses up the whole range of addresses with blocks that are never
 * touched, by size and by alignment.
 */
final class ExhaustionOfRange {
    private static final long PIECE_BYTES = 64L << 30;
    private static final long RANGE_BYTES = 1L << 40;

    private final Life life;

    private ExhaustionOfRange(Life life) {
        this.life = life;
    }

    public static void main(String[] arguments) {
        new ExhaustionOfRange(Lives.named(arguments[0])).run();
    }

    private void run() {
        hugeAlignments();
        List<Long> first = takeAll();
        require(!first.isEmpty(), "not one block of 64 GiB");
        life.free(first.removeLast());
        requireSmallOnesServed();
        first.forEach(life::free);
        List<Long> again = takeAll();
        require(again.size() >= first.size(), "first %d, then %d", first.size(), again.size());
        again.forEach(life::free);
        require(life.verify() == 0, "Verify found %d", life.verify());
        require(life.books().liveBlocks() == 0, "the books at the end: %s", life.books());
    }

    /** Larger than the range can align: refused or kept, never broken. */
    private void hugeAlignments() {
        for (int shift = 27; shift < Long.SIZE; shift++) {
            long alignment = 1L << shift;
            long block = life.alignedAlloc(alignment, 100);
            require((block & (alignment - 1)) == 0, "%x is not aligned to 2^%d", block, shift);
            require(block != 0 || shift > 30, "no block aligned to 2^%d", shift);
            if (block != 0) {
                Raw.set(block, 100, 1);
                life.free(block);
            }
        }
    }

    private List<Long> takeAll() {
        List<Long> taken = new ArrayList<>();
        long piece = life.malloc(PIECE_BYTES);
        while (piece != 0) {
            Raw.putLong(piece, piece);
            Raw.putLong(piece + PIECE_BYTES - 8, piece);
            taken.add(piece);
            require(taken.size() <= RANGE_BYTES / PIECE_BYTES, "more than the range holds");
            piece = life.malloc(PIECE_BYTES);
        }
        require(life.lastError() == Life.ENOMEM, "the error is %d", life.lastError());
        for (long block : taken) {
            require(Raw.getLong(block) == block, "%x is not as it was written", block);
            require(Raw.getLong(block + PIECE_BYTES - 8) == block, "%x at its end", block);
        }
        return taken;
    }

    /** What a huge block leaves serves any size. */
    private void requireSmallOnesServed() {
        Blocks blocks = new Blocks(life);
        for (int i = 0; i < 100; i++) {
            blocks.malloc(100);
            blocks.malloc(100_000);
        }
        blocks.check();
        blocks.freeAll();
    }
}
