package dev.quarry.bench.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.bench.build.CBuild;
import dev.quarry.bench.build.Layout;
import dev.quarry.bench.peer.Peer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A program that crashes, hangs or refuses is a recorded failure, and nothing of it stays. */
class LauncherTest {
    private static final Layout LAYOUT = Layout.find();

    @BeforeAll
    static void compile() {
        new CBuild(LAYOUT).compileTools();
    }

    private static Sample run(Duration limit, String script) {
        return new Launcher(LAYOUT).run(Peer.system(), 0,
                Job.of(List.of("sh", "-c", script), limit));
    }

    private static Sample run(String script) {
        return run(Duration.ofSeconds(20), script);
    }

    @Test
    void readsWhatTheWorkloadPrints() {
        Sample sample = run("echo BENCH workload=x ops=2000 cpu_ns=1000000 wall_ns=5 end_kb=77");
        assertFalse(sample.failed(), sample.failure());
        assertEquals(2000, sample.ops());
        assertEquals(2e6, sample.opsPerCpuSecond());
        assertEquals(77, sample.notes().get("end_kb"));
        assertTrue(sample.peakKb() > 0);
    }

    @Test
    void setsTheVariablesOfTheColumn() {
        Peer tuned = Peer.system().tuned("tuned", Map.of("QUARRY_TEST", "77"));
        Sample sample = new Launcher(LAYOUT).run(tuned, 0, Job.of(List.of("sh", "-c",
                "echo BENCH ops=1 cpu_ns=1 wall_ns=1 end_kb=$QUARRY_TEST"), Duration.ofSeconds(9)));
        assertEquals(77, sample.notes().get("end_kb"));
        assertEquals("tuned", sample.peer());
    }

    @Test
    void takesTheKernelsFiguresOtherwise() {
        Sample sample = run("exec sleep 0.2");
        assertFalse(sample.failed(), sample.failure());
        assertTrue(sample.wallNanos() >= 200_000_000, "slept " + sample.wallNanos());
        assertTrue(sample.cpuNanos() < sample.wallNanos());
    }

    @Test
    void recordsACrash() {
        assertEquals("killed by signal 11", run("kill -SEGV $$").failure());
    }

    @Test
    void recordsAnExitWithItsReason() {
        assertEquals("exit 3: no such thing", run("echo no such thing >&2; exit 3").failure());
    }

    @Test
    void recordsAProgramThatIsNotThere() {
        Sample sample = new Launcher(LAYOUT).run(Peer.system(), 0,
                Job.of(List.of("/nowhere/to/be/found"), Duration.ofSeconds(5)));
        assertTrue(sample.failure().startsWith("exit 127"), sample.failure());
    }

    @Test
    void endsAHangWithItsChildren() {
        long began = System.nanoTime();
        Sample sample = run(Duration.ofSeconds(1), "sleep 100 & wait");
        assertEquals("no end within 1 s", sample.failure());
        assertTrue(System.nanoTime() - began < Duration.ofSeconds(20).toNanos());
    }
}
