package dev.quarry.bench.run;

import dev.quarry.bench.build.Layout;
import dev.quarry.bench.peer.Peer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** Starts programs under the small C launcher, which asks the kernel what they used. */
public final class Launcher {
    private final Layout layout;
    private final AtomicLong serial = new AtomicLong();

    public Launcher(Layout layout) {
        this.layout = layout;
        try {
            Files.createDirectories(layout.work());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Sample run(Peer peer, int round, Job job) {
        return start(peer, round, job).await();
    }

    public Running start(Peer peer, int round, Job job) {
        return start(peer, round, job, peer.library());
    }

    /** With something else preloaded than the peer's own library. */
    public Running start(Peer peer, int round, Job job, Optional<Path> preload) {
        String name = "run" + ProcessHandle.current().pid() + "-" + serial.incrementAndGet();
        Path result = layout.work().resolve(name + ".result");
        Path out = layout.work().resolve(name + ".out");
        Path error = layout.work().resolve(name + ".err");
        List<String> command = new ArrayList<>(List.of(layout.launcher().toString(),
                "--timeout", Long.toString(job.limit().toMillis()),
                "--result", result.toString()));
        preload.ifPresent(library -> command.addAll(List.of("--preload", library.toString())));
        command.add("--");
        command.addAll(job.command());
        ProcessBuilder builder = new ProcessBuilder(command).directory(layout.work().toFile())
                .redirectOutput(out.toFile()).redirectError(error.toFile());
        builder.redirectInput(job.input().orElse(Path.of("/dev/null")).toFile());
        builder.environment().putAll(job.environment());
        builder.environment().putAll(peer.environment());
        builder.environment().remove("LD_PRELOAD");
        try {
            return new Running(peer, round, job, builder.start(), result, out, error);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
