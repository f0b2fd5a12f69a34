package dev.quarry.bench.program;

import dev.quarry.bench.build.Layout;
import dev.quarry.bench.run.Job;
import dev.quarry.bench.run.Shell;
import dev.quarry.bench.workload.Metric;
import dev.quarry.bench.workload.Row;
import dev.quarry.bench.workload.Scale;
import dev.quarry.bench.workload.Task;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Programs people run, on work that keeps their allocator busy. */
public final class Programs {
    private final Layout layout;
    private final Scale scale;
    private final Inputs inputs;
    private final List<Row> rows = new ArrayList<>();
    private final List<String> missing = new ArrayList<>();

    private Programs(Layout layout, Scale scale) {
        this.layout = layout;
        this.scale = scale;
        this.inputs = new Inputs(layout);
    }

    /** The rows for what is installed. What is not is named. */
    public static List<Row> rows(Layout layout, Scale scale, List<String> missing) {
        var programs = new Programs(layout, scale);
        programs.scripts();
        programs.solversAndCompilers();
        programs.servers();
        missing.addAll(programs.missing);
        return List.copyOf(programs.rows);
    }

    private void scripts() {
        add("python3", python(), 1, job -> job.with("PYTHONMALLOC", "malloc"),
                inputs.script("objects.py").toString(), count(12));
        add("lua", first("lua5.4", "lua5.3", "lua"), 1, job -> job,
                inputs.script("tables.lua").toString(), count(12));
        add("perl", first("perl"), 1, job -> job,
                inputs.script("words.pl").toString(), count(4));
    }

    private void solversAndCompilers() {
        Path statements = inputs.statements((int) scale.of(200_000));
        add("sqlite3", first("sqlite3"), 1, job -> job.reading(statements), ":memory:");
        add("z3", first("z3"), 1.5, job -> job,
                inputs.formula(scale == Scale.FULL ? 9 : 8).toString());
        add("cc1", compiler(), 2, job -> job, "-quiet", "-O2",
                inputs.source((int) scale.of(150)).toString(), "-o", "/dev/null");
    }

    private void servers() {
        if (first("redis-server").isPresent() && first("redis-benchmark").isPresent()) {
            add("redis", new RedisTask(layout, scale.of(100_000), scale.limit()), 3);
        } else {
            missing.add("redis-server or redis-benchmark is not installed");
        }
    }

    /** More work in the full run: how often a script repeats itself. */
    private String count(int full) {
        return Long.toString(Math.max(1, scale.of(full)));
    }

    private interface Change {
        Job of(Job job);
    }

    private void add(String name, Optional<Path> program, double seconds, Change change,
            String... arguments) {
        if (program.isEmpty()) {
            missing.add(name + " is not installed: ./quarry bench setup");
            return;
        }
        List<String> command = new ArrayList<>(List.of(program.get().toString()));
        command.addAll(List.of(arguments));
        Job job = change.of(Job.of(command, scale.limit()));
        String shown = String.join(" ", command.stream()
                .map(word -> word.startsWith("/") && !word.startsWith("/dev/")
                        ? layout.shown(Path.of(word)) : word).toList());
        add(name, new ProgramTask(shown, job), seconds);
    }

    private void add(String name, Task task, double seconds) {
        rows.add(new Row(name, name, 0, task, List.of(Metric.CPU), seconds, Row.Rounds.USUAL));
    }

    private static Optional<Path> first(String... names) {
        for (String name : names) {
            Optional<Path> found = Shell.which(name);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /** The interpreter itself, where the name on the PATH is a wrapper in shell. */
    private static Optional<Path> python() {
        return answer(List.of("python3", "-c", "import sys; print(sys.executable)"));
    }

    /** The compiler proper: gcc itself only starts it. */
    private static Optional<Path> compiler() {
        return answer(List.of("gcc", "-print-prog-name=cc1"));
    }

    private static Optional<Path> answer(List<String> question) {
        String line = Shell.run(question).firstLine();
        return line.isEmpty() ? Optional.empty()
                : Optional.of(Path.of(line)).filter(Files::isExecutable);
    }
}
