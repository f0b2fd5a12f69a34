package dev.quarry.heap;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Bytes that this process may have, and the file that says so.
 *
 * <p>Sources: cgroups(7) for {@code /proc/self/cgroup}, proc_pid_mountinfo(5) for where groups are
 * mounted, the kernel's cgroup-v1/memory.rst and cgroup-v2.rst for the files of a group. Above
 * {@code memory.high} the kernel slows a group down and reclaims, so it is a limit as well.
 */
record MemoryLimit(long bytes, String source) {
    private static final List<String> FILES_1 = List.of("memory.limit_in_bytes");
    private static final List<String> FILES_2 = List.of("memory.max", "memory.high");

    /** The least limit there is, all files being looked for below a folder, "/" but in tests. */
    static MemoryLimit read(Path root) {
        MemoryLimit least = physical(root);
        for (String line : linesOf(root.resolve("proc/self/cgroup"))) {
            String[] fields = line.split(":", 3);
            if (fields.length == 3) {
                least = least.or(ofGroup(root, fields[1], fields[2]));
            }
        }
        return least;
    }

    private static MemoryLimit physical(Path root) {
        for (String line : linesOf(root.resolve("proc/meminfo"))) {
            if (line.startsWith("MemTotal:")) {
                long kilobytes = Long.parseLong(line.replaceAll("\\D", ""));
                return new MemoryLimit(kilobytes << 10, "/proc/meminfo");
            }
        }
        throw new IllegalStateException("/proc/meminfo does not tell the machine's memory");
    }

    private MemoryLimit or(MemoryLimit other) {
        return other.bytes < bytes ? other : this;
    }

    /** The limit of one hierarchy; controllers are a list, which version 2 leaves empty. */
    private static MemoryLimit ofGroup(Path root, String controllers, String group) {
        boolean isSecond = controllers.isEmpty();
        MemoryLimit least = none();
        if (!isSecond && !isListed(controllers)) {
            return least;
        }
        for (String line : linesOf(root.resolve("proc/self/mountinfo"))) {
            String[] halves = line.split(" - ", 2);
            if (halves.length == 2 && isMemory(halves[1].split(" ", -1), isSecond)) {
                String[] fields = halves[0].split(" ", -1);
                Path mount = below(root, unescaped(fields[4]));
                Path at = place(mount, unescaped(fields[3]), group);
                least = least.or(upwards(root, at, mount, isSecond ? FILES_2 : FILES_1));
            }
        }
        return least;
    }

    private static MemoryLimit none() {
        return new MemoryLimit(Long.MAX_VALUE, "");
    }

    private static boolean isListed(String names) {
        return Arrays.asList(names.split(",")).contains("memory");
    }

    /** By type, source and options of a mount. */
    private static boolean isMemory(String[] mount, boolean isSecond) {
        return isSecond
                ? mount[0].equals("cgroup2")
                : mount[0].equals("cgroup") && mount.length > 2 && isListed(mount[2]);
    }

    /**
     * The folder of a group. One that is not below what is mounted here, as in a container that
     * sees its own group only, is the mount itself.
     */
    private static Path place(Path mount, String mountedGroup, String group) {
        Path from = Path.of(mountedGroup);
        Path to = Path.of(group);
        return to.equals(to.normalize()) && to.startsWith(from)
                ? mount.resolve(from.relativize(to).toString())
                : mount;
    }

    /** The least limit from a group's folder up to where its hierarchy is mounted. */
    private static MemoryLimit upwards(Path root, Path at, Path mount, List<String> files) {
        MemoryLimit least = none();
        for (Path group = at; group != null && group.startsWith(mount); group = group.getParent()) {
            for (String name : files) {
                Path file = group.resolve(name);
                for (String text : linesOf(file)) {
                    least = least.or(new MemoryLimit(bytes(text), "/" + root.relativize(file)));
                }
            }
        }
        return least;
    }

    /** A file's number; "max", and what is no such number, is no limit. */
    private static long bytes(String text) {
        return text.matches("\\d{1,18}") ? Long.parseLong(text) : Long.MAX_VALUE;
    }

    private static Path below(Path root, String absolute) {
        return root.resolve(absolute.substring(1));
    }

    /** Blanks and backslashes of a path are three octal digits each. */
    private static String unescaped(String field) {
        StringBuilder text = new StringBuilder();
        for (int at = 0; at < field.length(); at++) {
            boolean isEscaped = field.charAt(at) == '\\' && at + 3 < field.length();
            text.append(isEscaped
                    ? (char) Integer.parseInt(field.substring(at + 1, at + 4), 8)
                    : field.charAt(at));
            at += isEscaped ? 3 : 0;
        }
        return text.toString();
    }

    /** None when the file cannot be read. */
    private static List<String> linesOf(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            return List.of();
        }
    }
}
