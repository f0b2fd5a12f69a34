package dev.quarry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.child.PrintedOptions;
import dev.quarry.core.tune.Config;
import dev.quarry.core.tune.Tunable;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each tunable as a system property: read, or named once when it is wrong. */
class OptionsTest {
    private static List<Field> tunables() {
        return Arrays.stream(Config.class.getFields())
                .filter(field -> field.isAnnotationPresent(Tunable.class)).toList();
    }

    private static Tunable of(Field field) {
        return field.getAnnotation(Tunable.class);
    }

    private static List<String> run(ToLongFunction<Tunable> value) {
        return run(tunables().stream()
                .map(field -> "-Dquarry." + field.getName() + "=" + value.applyAsLong(of(field)))
                .toList());
    }

    private static List<String> run(List<String> flags) {
        return ChildJvm.succeed(PrintedOptions.class, flags).output().lines().sorted().toList();
    }

    @Test
    void theLeastAndTheGreatestValuesAreTaken() {
        for (ToLongFunction<Tunable> bound
                : List.<ToLongFunction<Tunable>>of(Tunable::min, Tunable::max)) {
            List<String> expected = tunables().stream()
                    .map(field -> field.getName() + "=" + bound.applyAsLong(of(field)))
                    .sorted().toList();
            assertEquals(expected, run(bound));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "many", "1k", " 1", "+1", "\u0661", "0x1", "99999999999999999999"})
    void whatIsNoNumberIsNamedOnceAndTheDefaultHolds(String text) {
        areRefused(run(tunables().stream()
                .map(field -> "-Dquarry." + field.getName() + "=" + text).toList()), text);
    }

    @Test
    void whatIsOutOfRangeIsNamedOnceAndTheDefaultHolds() {
        areRefused(run(tunable -> tunable.max() + 1), null);
        areRefused(run(tunable -> tunable.min() - 1), null);
    }

    /** The lines are sorted: what is named, with the text when it is known, and the defaults. */
    private static void areRefused(List<String> lines, String text) {
        List<String> defaults = run(List.of());
        assertEquals(tunables().size(), defaults.size(), defaults::toString);
        List<String> named = lines.stream().filter(line -> line.startsWith("quarry: ")).toList();
        assertEquals(defaults,
                lines.stream().filter(line -> !line.startsWith("quarry: ")).toList());
        assertEquals(tunables().size(), named.size(), named::toString);
        for (Field field : tunables()) {
            String said = "quarry: quarry." + field.getName() + " must be a number of "
                    + of(field).unit() + " from " + of(field).min() + " to " + of(field).max()
                    + ", not \"" + (text == null ? "" : text);
            assertTrue(named.stream().anyMatch(line -> line.startsWith(said)), named::toString);
        }
    }
}
