package dev.quarry;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what HotSpot says with PrintInlining. */
final class Inlining {
    /** Spaces for the depth, the place of the call, the method, its size, the verdict. */
    private static final Pattern CALL =
            Pattern.compile("^([ !sb]*)@ \\d+ +(\\S+::\\S+) \\([^)]*\\) +(.*)$");

    /** A call that is never made costs nothing, whatever becomes of it. */
    private static final Pattern NOT_MADE = Pattern.compile("never executed|call site not reached");

    private Inlining() {}

    /** Calls that are left as calls, but for those of methods named Slow and in such methods. */
    static List<String> refusals(String output) {
        List<String> refusals = new ArrayList<>();
        int slowDepth = Integer.MAX_VALUE;
        for (String line : output.lines().toList()) {
            Matcher call = CALL.matcher(line);
            if (!call.matches() || call.group(1).length() > slowDepth) {
                continue;
            }
            boolean isSlow = call.group(2).endsWith("Slow");
            slowDepth = isSlow ? call.group(1).length() : Integer.MAX_VALUE;
            if (!isSlow && isRefusal(call.group(3))) {
                refusals.add(line.strip());
            }
        }
        return refusals;
    }

    private static boolean isRefusal(String verdict) {
        boolean isInlined =
                verdict.startsWith("inline")
                        || verdict.startsWith("force inline")
                        || verdict.startsWith("accessor")
                        || verdict.contains("(intrinsic)");
        return !isInlined && !NOT_MADE.matcher(verdict).find();
    }

    /** Calls of a method that were taken in. */
    static long inlinedCalls(String output, String method) {
        return output.lines()
                .map(CALL::matcher)
                .filter(call -> call.matches() && call.group(2).equals(method))
                .filter(call -> !isRefusal(call.group(3)))
                .count();
    }
}
