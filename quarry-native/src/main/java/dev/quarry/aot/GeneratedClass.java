package dev.quarry.aot;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One class's C as TeaVM wrote it, rewritten line by line into what one compilation unit wants:
 * everything static, shared fields atomic, slow twins out of the way, nothing of TeaVM's runtime.
 */
final class GeneratedClass {
    private static final Pattern INCLUDE = Pattern.compile("#include .*|#pragma once");
    private static final Pattern INITIALISER = Pattern.compile("(extern )?void sysinitclass_.*");
    private static final Pattern ZERO =
            Pattern.compile("\\s*\\w+ = (INT(32|64)_C\\(0\\)|NULL|0);");
    private static final Pattern FIELD = Pattern.compile("( +)(\\S+) fld_(\\w+);");
    private static final Pattern STATIC =
            Pattern.compile("(?:extern )?(\\S+) (sfld_[A-Za-z]+_\\w+?_(\\w+));");
    private static final Pattern METHOD =
            Pattern.compile("extern (\\S+) meth_([A-Za-z]+)_(\\w+)\\((.*)\\);");

    private final String name;
    private final Set<String> volatileFields;

    GeneratedClass(String name, Set<String> volatileFields) {
        this.name = Rules.simpleName(name).replace('$', '_');
        this.volatileFields = volatileFields;
    }

    List<String> rewrite(List<String> lines) {
        List<String> out = new ArrayList<>();
        boolean inInitialiser = false;
        for (String line : lines) {
            if (inInitialiser) {
                requireZero(line);
                inInitialiser = !line.equals("}");
            } else if (INITIALISER.matcher(line).matches()) {
                inInitialiser = line.endsWith("{");
            } else if (!INCLUDE.matcher(line).matches()) {
                out.add(rewrite(line));
            }
        }
        return out;
    }

    /** C never runs an initialiser, so zero must be what the initialiser would have set. */
    private void requireZero(String line) {
        if (!line.equals("}") && !ZERO.matcher(line).matches()) {
            throw new BuildException(name + " has an initial value that C would miss:" + line);
        }
    }

    private String rewrite(String line) {
        Matcher field = FIELD.matcher(line);
        if (field.matches()) {
            return field.group(1) + shared(field.group(2), field.group(3))
                    + " fld_" + field.group(3) + ";";
        }
        Matcher variable = STATIC.matcher(line);
        if (variable.matches()) {
            return "static " + shared(variable.group(1), fieldOf(variable.group(2)))
                    + " " + variable.group(2) + ";";
        }
        Matcher method = METHOD.matcher(line);
        if (method.matches()) {
            String cold = method.group(3).endsWith("Slow") ? "QUARRY_SLOW " : "";
            return cold + "static " + line.substring("extern ".length());
        }
        return line;
    }

    private String fieldOf(String variable) {
        return variable.substring(variable.indexOf("_" + name + "_") + name.length() + 2);
    }

    private String shared(String type, String field) {
        return volatileFields.contains(field) ? "_Atomic(" + type + ")" : type;
    }
}
