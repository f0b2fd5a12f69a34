package dev.quarry;

import dev.quarry.core.base.FaultPolicy;
import dev.quarry.core.tune.Config;
import dev.quarry.core.tune.Tunable;
import java.lang.reflect.Field;
import java.util.List;

/**
 * The system properties that mirror the C library's environment: {@code quarry.magazineBlocks} is
 * {@code QUARRY_MAGAZINE_BLOCKS}. A wrong value is named on stderr and its default stays.
 */
final class Options {
    private static final String PREFIX = "quarry.";
    private static final String FAULTS = PREFIX + "faults";

    /** In the order of the policies' numbers, the first of which is 1. */
    private static final List<String> POLICIES = List.of("ignore", "report", "abort", "throw");

    private Options() {}

    /** Sets the tunables, before the allocator is made ready. */
    static void tune() {
        Config.setDefaults();
        for (Field field : Config.class.getFields()) {
            String text = System.getProperty(PREFIX + field.getName());
            Tunable tunable = field.getAnnotation(Tunable.class);
            if (text != null && tunable != null) {
                set(field, tunable, text);
            }
        }
    }

    private static void set(Field field, Tunable tunable, String text) {
        try {
            // What C reads as a number, and nothing else: no plus, no other script's digits.
            long value = text.matches("-?[0-9]+") ? Long.parseLong(text) : Long.MIN_VALUE;
            if (value >= tunable.min() && value <= tunable.max()) {
                field.setLong(null, value);
                return;
            }
        } catch (NumberFormatException e) {
            // Said below.
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
        String range = "a number of " + tunable.unit() + " from " + tunable.min() + " to "
                + tunable.max();
        sayWrong(PREFIX + field.getName(), range, text);
    }

    /** Says what is made of wrong use, when the start has tried its paths out. */
    static void chooseFaultPolicy() {
        String name = System.getProperty(FAULTS, "throw");
        if (POLICIES.contains(name)) {
            FaultPolicy.choose(POLICIES.indexOf(name) + FaultPolicy.IGNORE);
        } else {
            sayWrong(FAULTS, "ignore, report, abort or throw", name);
        }
    }

    private static void sayWrong(String name, String right, String text) {
        System.err.println("quarry: " + name + " must be " + right + ", not \"" + text + '"');
    }
}
