package dev.quarry.core.rules;

import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** The floors of the house: a class names only classes of floors below its own, or of its own. */
final class FloorRules {
    /** Packages by floor. Their initials differ, for TeaVM shortens package names to them. */
    static final Map<String, Integer> FLOORS = Map.of(
            "base", 0, "tune", 0,
            "page", 1,
            "span", 2,
            "central", 3,
            "owner", 4,
            "verify", 5,
            "api", 6,
            "region", 7,
            "heaps", 7);

    /** All exceptions, as "from -> to", each with its reason. */
    static final Set<String> EXCEPTIONS =
            Set.of(
                    // A free must find who owns the block: one field, never looked into here.
                    "span.Span -> owner.Heap");

    private static final Pattern NAME =
            Pattern.compile("dev/quarry/core/([a-z]+)/([A-Za-z0-9$]+)");

    private FloorRules() {}

    /** Which classes name a floor above their own. */
    static List<String> problems(List<ClassModel> classes) {
        List<String> problems = new ArrayList<>();
        for (ClassModel cls : classes) {
            String from = shortName(CoreClassFiles.nameOf(cls));
            for (String to : namedBy(cls)) {
                problem(from, to, problems);
            }
        }
        return problems;
    }

    private static void problem(String from, String to, List<String> problems) {
        Integer own = FLOORS.get(packageOf(from));
        Integer other = FLOORS.get(packageOf(to));
        if (own == null || other == null) {
            problems.add(from + " -> " + to + ": a package without a floor; add it to FloorRules");
        } else if (other > own && !EXCEPTIONS.contains(from + " -> " + to)) {
            problems.add(from + " (floor " + own + ") names " + to + " (floor " + other + ")");
        }
    }

    /** Every core class that appears in the class file, as a reference or in a signature. */
    private static Set<String> namedBy(ClassModel cls) {
        Set<String> names = new TreeSet<>();
        for (PoolEntry entry : cls.constantPool()) {
            String text = switch (entry) {
                case ClassEntry reference -> reference.asInternalName();
                case Utf8Entry utf8 -> utf8.stringValue();
                default -> "";
            };
            NAME.matcher(text).results().forEach(m -> names.add(m.group(1) + "." + m.group(2)));
        }
        return names;
    }

    private static String shortName(String className) {
        return className.substring(CoreClassFiles.CORE.length());
    }

    private static String packageOf(String shortName) {
        return shortName.substring(0, shortName.indexOf('.'));
    }
}
