package dev.quarry.aot;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What generated C must not hold. Each finding names the line and what is wrong with it. */
final class GeneratedCRules {
    private static final Pattern NAME = Pattern.compile("\\b[A-Za-z_]\\w*");
    private static final Pattern CALL = Pattern.compile("\\b([A-Za-z_]\\w*)\\(");
    private static final Pattern DECLARATION =
            Pattern.compile("(QUARRY_SLOW )?(static )?(\\w+\\*?|_Atomic\\(.*\\)) "
                    + "\\w+\\(.*\\)( \\{|;)");
    private static final Pattern OWN =
            Pattern.compile("teavm_(this_|local_\\d+|label_\\d+|cnt_\\d+|compare_[iu](32|64))");
    private static final Set<String> MACROS =
            Set.of("TEAVM_FIELD", "TEAVM_TO_BYTE", "TEAVM_TO_SHORT", "TEAVM_TO_CHAR");
    private static final Set<String> NO_CALLS =
            Set.of("if", "while", "switch", "for", "return", "sizeof", "_Atomic",
                    "INT32_C", "INT64_C", "UINT64_C");
    private static final Set<String> RUNTIME_WORDS =
            Set.of("malloc", "calloc", "free", "longjmp", "setjmp", "fmod", "fmodf");

    private GeneratedCRules() {}

    static List<String> problems(List<String> lines) {
        List<String> problems = new ArrayList<>();
        for (String line : lines) {
            NAME.matcher(line).results().map(MatchResult::group).forEach(name -> {
                if (isRuntime(name)) {
                    problems.add("TeaVM's runtime, " + name + ": " + line.strip());
                }
            });
            if (!DECLARATION.matcher(line).matches() && callsIn(line) > 1) {
                problems.add("two calls in a statement, in an order C may choose: " + line.strip());
            }
        }
        return problems;
    }

    private static boolean isRuntime(String name) {
        if (name.startsWith("teavm_")) {
            return !OWN.matcher(name).matches();
        }
        return name.startsWith("TeaVM_")
                || name.startsWith("vt_") || name.startsWith("vtable_")
                || name.startsWith("TEAVM_") && !MACROS.contains(name)
                || name.startsWith("float") || name.startsWith("double")
                || RUNTIME_WORDS.contains(name);
    }

    private static int callsIn(String line) {
        int calls = 0;
        Matcher matcher = CALL.matcher(line);
        while (matcher.find()) {
            String name = matcher.group(1);
            if (!NO_CALLS.contains(name) && !MACROS.contains(name)) {
                calls++;
            }
        }
        return calls;
    }
}
