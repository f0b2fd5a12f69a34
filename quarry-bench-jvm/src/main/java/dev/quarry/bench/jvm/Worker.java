package dev.quarry.bench.jvm;

import dev.quarry.bench.jvm.worker.Answer;
import dev.quarry.bench.jvm.worker.Order;
import dev.quarry.bench.jvm.worker.WorkerMain;
import dev.quarry.bench.run.Sample;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A JVM that measures one allocator, seen from outside. It sleeps between orders. Once it has
 * failed it stays failed.
 */
final class Worker implements AutoCloseable {
    private static final int LIMIT_SECONDS = 60;

    /**
     * A small heap, since many of these live side by side; direct memory that suffices for what
     * Netty and direct buffers keep; and what the peers' documentation asks for.
     */
    private static final List<String> OPTIONS = List.of("-Xms128m", "-Xmx128m",
            "-XX:+AlwaysPreTouch", "-XX:MaxDirectMemorySize=2g", "-XX:-UsePerfData",
            "--enable-native-access=ALL-UNNAMED", "--illegal-native-access=deny",
            "--sun-misc-unsafe-memory-access=allow",
            "--add-opens=java.base/java.nio=ALL-UNNAMED", "-Djmh.ignoreLock=true",
            "-XX:-UseDynamicNumberOfCompilerThreads");

    /** jemalloc wants more room for its thread's variables than the loader keeps for latecomers. */
    private static final String TUNABLES = "glibc.rtld.optional_static_tls=16384";

    private final Column column;
    private final Path log;
    private final Process process;
    private final BufferedReader answers;
    private final Writer orders;
    private String failure = "";

    private Worker(Column column, Path log, Process process) {
        this.column = column;
        this.log = log;
        this.process = process;
        this.answers = process.inputReader(StandardCharsets.US_ASCII);
        this.orders = process.outputWriter(StandardCharsets.US_ASCII);
    }

    /** Starts one whose words, other than answers, go to a log in the folder. */
    static Worker start(Column column, Path folder, List<String> options) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(OPTIONS);
        command.addAll(column.options());
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"),
                WorkerMain.class.getName()));
        Path log = folder.resolve(column.name() + ".log");
        var builder = new ProcessBuilder(command).redirectError(log.toFile());
        builder.environment().keySet().removeAll(List.of("LD_PRELOAD", "JAVA_TOOL_OPTIONS"));
        builder.environment().put("GLIBC_TUNABLES", TUNABLES);
        try {
            return new Worker(column, log, builder.start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Column column() {
        return column;
    }

    Sample measure(Order order, int round) {
        Optional<Answer> answer = failure.isEmpty() ? ask(order) : Optional.empty();
        return answer.map(a -> new Sample(column.name(), round, a.ops(), a.cpuNanos(),
                a.wallNanos(), a.cpuNanos() / 1000, 0, 0, a.notes(), ""))
                .orElseGet(() -> failed(column, round, failure));
    }

    static Sample failed(Column column, int round, String how) {
        return new Sample(column.name(), round, 0, 0, 0, 0, 0, 0, Map.of(), how);
    }

    private Optional<Answer> ask(Order order) {
        CompletableFuture<?> watchdog = CompletableFuture.runAsync(process::destroyForcibly,
                CompletableFuture.delayedExecutor(LIMIT_SECONDS, TimeUnit.SECONDS));
        try {
            orders.write(order.line() + "\n");
            orders.flush();
            return readAnswer();
        } catch (IOException e) {
            failure = lastWords();
            return Optional.empty();
        } finally {
            watchdog.cancel(false);
        }
    }

    /** Passes over what the JVM itself prints, such as the compiler's log. */
    private Optional<Answer> readAnswer() throws IOException {
        List<String> others = new ArrayList<>();
        for (String line = answers.readLine(); line != null; line = answers.readLine()) {
            Optional<Answer> answer = Answer.parse(line);
            if (answer.isPresent()) {
                keep(others);
                return answer;
            }
            others.add(line);
        }
        keep(others);
        throw new IOException("no answer");
    }

    private void keep(List<String> lines) throws IOException {
        if (!lines.isEmpty()) {
            Path file = log.resolveSibling(column.name() + ".out");
            Files.write(file, lines, java.nio.file.StandardOpenOption.CREATE,
                    java.nio.file.StandardOpenOption.APPEND);
        }
    }

    /** The last line of the log that names an error, or how the process ended. */
    private String lastWords() {
        try {
            int exit = process.waitFor();
            return Files.readString(log, StandardCharsets.ISO_8859_1).lines()
                    .filter(line -> line.contains("Exception") || line.contains("Error"))
                    .filter(line -> !line.startsWith("\tat "))
                    .reduce((first, second) -> second).map(String::strip)
                    .orElse("no answer within " + LIMIT_SECONDS + " s, or exit " + exit);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** An end of orders ends the JVM; it has ended when this returns. */
    @Override
    public void close() {
        try {
            orders.close();
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            process.destroyForcibly();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
