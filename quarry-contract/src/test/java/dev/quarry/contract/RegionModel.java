package dev.quarry.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Random operations on a region, chosen by a seed and by what a plain model of the region holds;
 * each answer is checked against the model and noted. Addresses are noted as what does not depend
 * on where the memory lies, so that two lives with one seed leave the same notes.
 */
abstract class RegionModel {
    final Regions regions;
    final SplittableRandom random;
    private final List<String> notes = new ArrayList<>();

    RegionModel(Regions regions, SplittableRandom random) {
        this.regions = regions;
        this.random = random;
    }

    /** Opens the region, plays, closes it: all answers. */
    final List<String> play(int operations) {
        Regions.Region region = open();
        for (int i = 0; i < operations; i++) {
            step(i);
        }
        checkContents();
        note("close", region.close() ? 1 : 0);
        return notes;
    }

    abstract Regions.Region open();

    abstract void step(int number);

    /** Nobody else wrote into what the model holds. */
    abstract void checkContents();

    final void note(String what, long... answers) {
        StringBuilder line = new StringBuilder(what);
        for (long answer : answers) {
            line.append(' ').append(answer);
        }
        notes.add(line.toString());
    }

    final void refused(String what, int error) {
        assertEquals(error, regions.lastError(), what);
        note(what, -error);
    }

    static void assertUntouched(long address, long bytes, long seed) {
        assertEquals(-1, Raw.mismatch(address, bytes, seed), "offset of a byte overwritten");
    }

    /** Phases of growth and of shrinking. */
    final boolean grows(int number) {
        return random.nextInt(10) < ((number / 500 & 1) == 0 ? 6 : 4);
    }
}
