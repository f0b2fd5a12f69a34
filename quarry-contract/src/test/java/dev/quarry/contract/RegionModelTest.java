package dev.quarry.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Random operations on regions: every answer is the model's, and both lives give the same. */
class RegionModelTest {
    private static final int OPERATIONS = 4000;
    private static final long ROUNDS =
            Math.max(5, Long.getLong("quarry.operations", 200_000) / OPERATIONS / 5);

    private static List<Life> lives() {
        return Lives.chosen().toList();
    }

    @AfterEach
    void theAllocatorIsWhole() {
        lives().forEach(life -> assertEquals(0, life.verify()));
    }

    @Test
    void arenas() {
        playOnAll(ArenaModel::new);
    }

    @Test
    void handlePools() {
        playOnAll(HandlesModel::new);
    }

    @Test
    void pools() {
        List<PoolModel> played = new ArrayList<>();
        List<Faults> before = lives().stream().map(Faults::since).toList();
        playOnAll((regions, random) -> {
            PoolModel model = new PoolModel(regions, random);
            played.add(model);
            return model;
        });
        long provoked = played.stream().mapToLong(PoolModel::faults).sum();
        before.forEach(faults -> assertEquals(provoked / before.size(), faults.total()));
    }

    private static void playOnAll(BiFunction<Regions, SplittableRandom, RegionModel> model) {
        SplittableRandom seeds = Seed.random(RegionModelTest.class);
        for (long round = 0; round < ROUNDS; round++) {
            long seed = seeds.nextLong();
            List<List<String>> notes = lives().stream().map(life -> model
                    .apply(Lives.regionsOf(life), new SplittableRandom(seed))
                    .play(OPERATIONS)).toList();
            for (List<String> others : notes) {
                assertSame(notes.getFirst(), others, round);
            }
        }
    }

    private static void assertSame(List<String> one, List<String> other, long round) {
        int at = 0;
        while (at < Math.min(one.size(), other.size()) && one.get(at).equals(other.get(at))) {
            at++;
        }
        String where = "the lives differ in round " + round + ", answer " + at;
        assertEquals(answer(one, at), answer(other, at), where);
    }

    private static String answer(List<String> notes, int at) {
        return at < notes.size() ? notes.get(at) : "the end";
    }
}
