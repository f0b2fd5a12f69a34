package dev.quarry.aot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.core.tune.Config;
import dev.quarry.core.tune.Tunable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The options of the environment: each tunable is read, a wrong value is named once, and
 * docs/OPTIONS.md says what {@link Config} says; {@code -Dquarry.options.write=true} writes its
 * table anew.
 */
class OptionsTest {
    private static final NativeBuild BUILD = NativeBuild.here();
    private static final Path PROGRAM = Programs.OUTPUT.resolve("options");
    private static final Path ROOT = BUILD.sources().resolve("../../../..").normalize();
    private static final Path PAGE = ROOT.resolve("docs/OPTIONS.md");

    /** The part of the page between these lines is made here. */
    private static final String BEGIN = "<!-- made from Config: OptionsTest -->\n";

    private static final String END = "<!-- end of what is made -->\n";

    @BeforeAll
    static void compile() {
        Gcc.gcc().add("-std=gnu17", "-D_GNU_SOURCE", "-O1", "-pthread", "-DQUARRY_PREFIX_ONLY=1")
                .quoted(BUILD.generated()).quoted(BUILD.sources())
                .output(PROGRAM).add(Programs.SOURCES.resolve("options.c")).run();
    }

    private static List<Field> tunables() {
        return Arrays.stream(Config.class.getFields())
                .filter(field -> field.isAnnotationPresent(Tunable.class)).toList();
    }

    private static Tunable of(Field field) {
        return field.getAnnotation(Tunable.class);
    }

    private static String nameOf(Field field) {
        return ClassFacts.optionName(field.getName());
    }

    private static long defaultOf(Field field) {
        try {
            Config.setDefaults();
            return field.getLong(null);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /** One value for each tunable, by the environment's names. */
    private static <T> Map<String, T> each(Function<Field, T> value) {
        Map<String, T> values = new HashMap<>();
        tunables().forEach(field -> values.put(nameOf(field), value.apply(field)));
        return values;
    }

    private static Programs.Result run(Map<String, ?> environment) throws Exception {
        Map<String, String> texts = new HashMap<>();
        environment.forEach((name, value) -> texts.put(name, value.toString()));
        return Programs.run(texts, PROGRAM);
    }

    private static Map<String, Long> printed(Programs.Result result) {
        return result.lines().stream().map(line -> line.split("="))
                .collect(Collectors.toMap(pair -> pair[0], pair -> Long.valueOf(pair[1])));
    }

    @Test
    void defaultsAreConfigs() throws Exception {
        Programs.Result result = run(Map.of());
        assertEquals("", result.errors());
        assertEquals(each(OptionsTest::defaultOf), printed(result));
    }

    @Test
    void theLeastAndTheGreatestValuesAreTaken() throws Exception {
        for (Function<Tunable, Long> bound
                : List.<Function<Tunable, Long>>of(Tunable::min, Tunable::max)) {
            Map<String, Long> values = each(field -> bound.apply(of(field)));
            Programs.Result result = run(values);
            assertEquals("", result.errors());
            assertEquals(values, printed(result));
        }
    }

    @Test
    void whatIsOutOfRangeIsNamedOnceAndTheDefaultHolds() throws Exception {
        areRefused(each(field -> Long.toString(of(field).max() + 1)));
        areRefused(each(field -> Long.toString(of(field).min() - 1)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-", "many", "1k", " 1", "1 ", "+1", "1.0", "0x1",
        "99999999999999999999", "-99999999999999999999"})
    void whatIsNoNumberIsNamedOnceAndTheDefaultHolds(String text) throws Exception {
        areRefused(each(field -> text));
    }

    private static void areRefused(Map<String, String> texts) throws Exception {
        Programs.Result result = run(texts);
        List<String> expected = tunables().stream()
                .map(field -> "quarry: " + nameOf(field) + " must be a number of "
                        + of(field).unit() + " from " + of(field).min() + " to " + of(field).max()
                        + ", not \"" + texts.get(nameOf(field)) + '"')
                .sorted().toList();
        assertEquals(expected, result.errors().lines().sorted().toList());
        assertEquals(each(OptionsTest::defaultOf), printed(result));
    }

    @Test
    void thePageSaysWhatConfigSays() throws IOException {
        String page = Files.readString(PAGE);
        int begin = page.indexOf(BEGIN) + BEGIN.length();
        int end = page.indexOf(END);
        assertTrue(begin >= BEGIN.length() && end >= begin, "the page has its two marks");
        String made = page.substring(0, begin) + table() + page.substring(end);
        if (Boolean.getBoolean("quarry.options.write")) {
            Files.writeString(PAGE, made);
            page = made;
        }
        assertEquals(made, page, "write it anew with -Dquarry.options.write=true");
    }

    private static String table() {
        StringBuilder table = new StringBuilder();
        table.append("| C | JVM | default | unit | from | to | what it changes, and why |\n");
        table.append("|---|---|---:|---|---:|---:|---|\n");
        Map<String, Field> sorted = new TreeMap<>();
        tunables().forEach(field -> sorted.put(field.getName(), field));
        sorted.values().forEach(field -> table.append(row(field, of(field))));
        return table.toString();
    }

    private static String row(Field field, Tunable tunable) {
        String unit = tunable.unit();
        return "| `%s` | `quarry.%s` | %s | %s | %s | %s | %s |\n".formatted(
                nameOf(field), field.getName(), number(defaultOf(field), unit), unit,
                number(tunable.min(), unit), number(tunable.max(), unit), tunable.reason());
    }

    /** The number to be written, and in brackets as people say it of bytes. */
    private static String number(long value, String unit) {
        for (int shift = 40; shift >= 10; shift -= 10) {
            if (unit.equals("bytes") && value != 0 && value % (1L << shift) == 0) {
                return value + " (" + (value >> shift) + " " + " KMGT".charAt(shift / 10) + "iB)";
            }
        }
        return Long.toString(value);
    }

    /** Nothing is read that the page does not name. */
    @Test
    void thePageNamesWhateverIsRead() throws IOException {
        String page = Files.readString(PAGE);
        TreeSet<String> names = new TreeSet<>();
        names.addAll(
                read("quarry-native/src/main/c", "option_value\\([^,]+, \"(QUARRY_\\w+)\"\\)"));
        names.addAll(read("quarry-core/src/main/java", "getProperty\\(\\s*\"(quarry\\.\\w+)\""));
        names.addAll(read("quarry-jvm/src/main/java", "getProperty\\(\\s*\"(quarry\\.\\w+)\""));
        names.addAll(read("quarry-jvm/src/main/java", "PROPERTY = \"([\\w.]+)\""));
        names.addAll(read("quarry", "\\$\\{(QUARRY_\\w+):-"));
        names.addAll(read("quarry-cli/src/main/sh", "\\$\\{(QUARRY_\\w+):-"));
        assertTrue(names.size() >= 8, names::toString);
        names.removeIf(name -> page.contains('`' + name + '`') || name.equals("quarry.guard"));
        assertEquals(new TreeSet<>(), names, "not in docs/OPTIONS.md");
    }

    private static List<String> read(String place, String pattern) throws IOException {
        try (Stream<Path> files = Files.walk(ROOT.resolve(place))) {
            return files.filter(Files::isRegularFile)
                    .flatMap(file -> Pattern.compile(pattern).matcher(text(file)).results())
                    .map((MatchResult match) -> match.group(1)).toList();
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
