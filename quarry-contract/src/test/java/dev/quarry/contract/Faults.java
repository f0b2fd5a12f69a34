package dev.quarry.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.TreeMap;

/** The faults counted since a moment, by all threads together. */
final class Faults {
    private final Life life;
    private final Map<Fault, Long> before;

    private Faults(Life life) {
        this.life = life;
        this.before = counts(life);
    }

    static Faults since(Life life) {
        return new Faults(life);
    }

    /** The kind of the one fault that an action causes at once, or {@link Fault#NONE}. */
    static Fault of(Life life, Runnable action) {
        Faults faults = since(life);
        action.run();
        Map<Fault, Long> seen = faults.seen();
        if (seen.isEmpty()) {
            return Fault.NONE;
        }
        assertEquals(1, faults.total(), () -> "one action, several faults: " + seen);
        return seen.keySet().iterator().next();
    }

    long total() {
        return life.faultCount(Fault.NONE) - before.get(Fault.NONE);
    }

    private Map<Fault, Long> seen() {
        Map<Fault, Long> seen = counts(life);
        seen.replaceAll((kind, count) -> count - before.get(kind));
        seen.remove(Fault.NONE);
        seen.values().removeIf(count -> count == 0);
        return seen;
    }

    private static Map<Fault, Long> counts(Life life) {
        Map<Fault, Long> counts = new TreeMap<>();
        for (Fault kind : Fault.values()) {
            counts.put(kind, life.faultCount(kind));
        }
        return counts;
    }

    @Override
    public String toString() {
        return seen().toString();
    }
}
