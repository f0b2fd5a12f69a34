package dev.quarry.bench.result;

import dev.quarry.bench.build.Layout;
import dev.quarry.bench.run.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a figure depends on besides the allocator. Neither a host's name nor a path. */
public record Machine(Map<String, String> facts) {

    public static Machine look(Layout layout) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("processor", field(Path.of("/proc/cpuinfo"), "model name"));
        facts.put("processors", Integer.toString(Runtime.getRuntime().availableProcessors()));
        facts.put("memory", field(Path.of("/proc/meminfo"), "MemTotal"));
        facts.put("virtualisation", said("systemd-detect-virt"));
        facts.put("kernel", kernel());
        facts.put("distribution", distribution());
        facts.put("c library", said("getconf", "GNU_LIBC_VERSION"));
        facts.put("compiler", said("gcc", "--version"));
        facts.put("valgrind", said("valgrind", "--version"));
        facts.put("java", Runtime.version().toString());
        facts.put("huge pages", text(Path.of("/sys/kernel/mm/transparent_hugepage/enabled")));
        facts.put("overcommit", text(Path.of("/proc/sys/vm/overcommit_memory")));
        facts.put("governor",
                text(Path.of("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")));
        facts.put("load at start", text(Path.of("/proc/loadavg")).replaceAll(" \\S+/.*", ""));
        facts.put("quarry revision", revision(layout));
        facts.values().removeIf(String::isBlank);
        return new Machine(facts);
    }

    /** The commit the checkout stands at, with a mark when files were changed since. */
    static String revision(Layout layout) {
        return said("git", "-C", layout.home().toString(), "describe", "--always", "--dirty");
    }

    /** The version alone: what a builder appended to it names his shop, not the kernel. */
    private static String kernel() {
        return said("uname", "-srm").replaceFirst("-\\S+", "");
    }

    private static String distribution() {
        return text(Path.of("/etc/os-release")).lines()
                .filter(line -> line.startsWith("PRETTY_NAME="))
                .map(line -> line.substring("PRETTY_NAME=".length()).replace("\"", ""))
                .findFirst().orElse("");
    }

    private static String said(String... command) {
        Shell.Output output = Shell.run(List.of(command));
        return output.exit() == 127 ? "" : output.firstLine();
    }

    private static String field(Path file, String name) {
        return text(file).lines().filter(line -> line.startsWith(name))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst().orElse("");
    }

    private static String text(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file).strip() : "";
        } catch (IOException e) {
            return "";
        }
    }
}
