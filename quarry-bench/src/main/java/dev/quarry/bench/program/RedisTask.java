package dev.quarry.bench.program;

import dev.quarry.bench.build.Layout;
import dev.quarry.bench.peer.Peer;
import dev.quarry.bench.result.PeerInfo;
import dev.quarry.bench.run.Job;
import dev.quarry.bench.run.Launcher;
import dev.quarry.bench.run.Running;
import dev.quarry.bench.run.Sample;
import dev.quarry.bench.run.Shell;
import dev.quarry.bench.workload.Task;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A redis server under its own benchmark; measured is the server. Debian's server is linked with
 * jemalloc, so for the C library's column that library itself is preloaded to come first.
 */
record RedisTask(Layout layout, long requests, Duration limit) implements Task {
    private static final String TESTS = "set,get,lpush,lpop,sadd,hset,zadd,mset";

    @Override
    public boolean serves(Peer peer) {
        return peer.servesForeignPrograms();
    }

    @Override
    public String shown() {
        return "redis-server under redis-benchmark -t " + TESTS + " -n " + requests
                + " -r 100000 -d 128 -P 16";
    }

    @Override
    public Sample run(Launcher launcher, Peer peer, int round) {
        Path socket = layout.work().resolve("redis-" + ProcessHandle.current().pid() + ".sock");
        List<String> server = List.of("redis-server", "--port", "0", "--unixsocket",
                socket.toString(), "--save", "", "--appendonly", "no", "--loglevel", "warning");
        Optional<Path> preload = peer.kind() == Peer.Kind.SYSTEM ? PeerInfo.systemLibrary()
                : peer.library();
        Running running = launcher.start(peer, round, Job.of(server, limit), preload);
        if (awaitAnswer(socket, running)) {
            load(socket);
            Shell.run(List.of("redis-cli", "-s", socket.toString(), "shutdown", "nosave"));
        } else {
            running.stop();
        }
        return running.await();
    }

    private void load(Path socket) {
        Shell.run(List.of("timeout", Long.toString(limit.toSeconds()), "redis-benchmark", "-s",
                socket.toString(), "-t", TESTS, "-n", Long.toString(requests), "-r", "100000",
                "-d", "128", "-P", "16", "-q"));
    }

    private static boolean awaitAnswer(Path socket, Running running) {
        long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (running.alive() && System.nanoTime() < end) {
            if (Files.exists(socket) && Shell.run(List.of("redis-cli", "-s", socket.toString(),
                    "ping")).out().contains("PONG")) {
                return true;
            }
            try {
                Thread.sleep(20);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return false;
    }
}
