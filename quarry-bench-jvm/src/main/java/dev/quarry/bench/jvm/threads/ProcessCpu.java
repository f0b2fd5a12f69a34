package dev.quarry.bench.jvm.threads;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * CPU time of this process without its compiler threads: what is compiled early or late would
 * else be on the account of whoever is measured just then, and of allocators in Java alone. The JVM
 * must keep its compiler threads (-XX:-UseDynamicNumberOfCompilerThreads), or their time is lost.
 */
final class ProcessCpu {
    private static final OperatingSystemMXBean PROCESS =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private static final Path TASKS = Path.of("/proc/self/task");

    private final List<Path> compilers;

    ProcessCpu() {
        try (Stream<Path> tasks = Files.list(TASKS)) {
            compilers = tasks.filter(ProcessCpu::isCompiler).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    long nanos() {
        return PROCESS.getProcessCpuTime() - compilerNanos();
    }

    long compilerNanos() {
        return compilers.stream().mapToLong(ProcessCpu::nanosOf).sum();
    }

    /** The kernel cuts names after 15 characters. A thread may have ended since it was listed. */
    private static boolean isCompiler(Path task) {
        try {
            return Files.readString(task.resolve("comm")).matches("C[12] CompilerThre\\R?");
        } catch (IOException e) {
            return false;
        }
    }

    private static long nanosOf(Path task) {
        try {
            return Long.parseLong(Files.readString(task.resolve("schedstat")).split(" ")[0]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
