package dev.quarry.bench.peer;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A column for an allocator that is there already, with environment variables set:
 * {@code NAME:VARIABLE=VALUE[,VARIABLE=VALUE]} for Quarry, {@code NAME@PEER:...} for another.
 *
 * @param column what the column is called
 * @param base   whose library it is
 */
public record Tuning(String column, String base, Map<String, String> environment) {
    private static final String NAME = "[A-Za-z0-9][A-Za-z0-9._/+-]*";
    private static final String VARIABLE = "[A-Za-z_][A-Za-z0-9_]*";
    private static final Pattern FORM =
            Pattern.compile("(" + NAME + ")(?:@(" + NAME + "))?:(" + VARIABLE + "=.*)");

    /** A value may have commas of its own, as jemalloc's have. */
    private static final Pattern NEXT = Pattern.compile(",(?=" + VARIABLE + "=)");

    /** As the user wrote it. */
    public static Tuning parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException("\"" + text
                    + "\" is not of the form NAME[@PEER]:VARIABLE=VALUE[,VARIABLE=VALUE]");
        }
        Map<String, String> environment = new LinkedHashMap<>();
        Arrays.stream(NEXT.split(form.group(3))).forEach(assignment -> {
            int equals = assignment.indexOf('=');
            environment.put(assignment.substring(0, equals), assignment.substring(equals + 1));
        });
        String base = form.group(2) == null ? Peer.QUARRY : form.group(2);
        return new Tuning(form.group(1), base, environment);
    }

    /** The column, made of the one it is a variant of. */
    Peer applyTo(List<Peer> allocators) {
        if (allocators.stream().anyMatch(peer -> peer.name().equals(column))) {
            throw new IllegalArgumentException("two columns named " + column);
        }
        return allocators.stream().filter(peer -> peer.name().equals(base)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("--tune " + column
                        + ": no allocator " + base + " is measured"))
                .tuned(column, environment);
    }
}
