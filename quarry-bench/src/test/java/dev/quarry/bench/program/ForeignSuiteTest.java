package dev.quarry.bench.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.quarry.bench.build.CBuild;
import dev.quarry.bench.build.Layout;
import dev.quarry.bench.peer.Peer;
import dev.quarry.bench.run.Launcher;
import dev.quarry.bench.run.Sample;
import dev.quarry.bench.workload.Row;
import dev.quarry.bench.workload.Scale;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows for the programs of another collection, here scripts that stand for them. */
class ForeignSuiteTest {
    private static final Layout LAYOUT = Layout.find();

    @TempDir
    private Path checkout;

    @BeforeAll
    static void compile() {
        new CBuild(LAYOUT).compileTools();
    }

    @BeforeEach
    void folders() throws IOException {
        Files.createDirectories(checkout.resolve("out/bench"));
        Files.createDirectories(checkout.resolve("bench/barnes"));
    }

    private void program(String name, String script) throws IOException {
        Path file = Files.writeString(checkout.resolve("out/bench").resolve(name),
                "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private List<Row> rows(Integer... threads) {
        return ForeignSuite.rows(checkout, Scale.QUICK, List.of(threads));
    }

    private static Sample run(Row row) {
        return row.task().run(new Launcher(LAYOUT), Peer.system(), 0);
    }

    @Test
    void thereIsARowForEachExecutableAndThreadCount() throws IOException {
        program("cfrac", "");
        program("cache-scratch", "");
        List<Row> rows = rows(1, 4);
        assertEquals(List.of("suite:cfrac", "suite:cache-scratch x1", "suite:cache-scratch x4"),
                rows.stream().map(Row::name).toList());
        assertEquals("cache-scratch 4 1000 1 2000000 4", rows.getLast().task().shown());
        assertEquals(3, rows.stream().filter(row -> row.selectedBy(List.of("suite"))).count());
        assertEquals(2, rows.stream().filter(row -> row.selectedBy(List.of("suite:cache-scratch")))
                .count());
    }

    @Test
    void aProgramReadsItsFiles() throws IOException {
        Files.writeString(checkout.resolve("bench/barnes/input"), "5");
        program("barnes", "read count; exit $count");
        program("espresso", "exec test -e \"$1\"");
        assertEquals(List.of("exit 1: ", "exit 5: "),
                rows(1).stream().map(row -> run(row).failure()).toList());
    }

    @Test
    void aProgramWithATimeIsComparedByWhatItPrints() throws IOException {
        program("larson", "echo 'Throughput = 14887220 operations per second, relative time: 6s.'");
        program("xmalloc-test", "echo 'rtime: 7.569, free/sec: 13.212 M'");
        program("rptest", "echo 'crt 2 threads: ..2064291 memory ops/CPU second (27MiB peak'");
        program("glibc-thread", "echo 53715733 iterations");
        List<Double> figures = rows(2).stream()
                .map(row -> row.chief().of().applyAsDouble(halfASecond(run(row)))).toList();
        assertEquals(List.of(2 * 14.88722, 2.064291, 2 * 13.212, 2 * 53.715733), figures);
    }

    /** As if the program had taken so much CPU time, in the one second that it is given. */
    private static Sample halfASecond(Sample ran) {
        return new Sample(ran.peer(), ran.round(), ran.ops(), 500_000_000, ran.wallNanos(),
                ran.processCpuMicros(), ran.peakKb(), ran.minorFaults(), ran.notes(),
                ran.failure());
    }

    @Test
    void aProgramThatPrintsNoFigureHasFailed() throws IOException {
        program("glibc-thread", "echo unknown option");
        assertEquals("printed no figure", run(rows(2).getFirst()).failure());
    }

    @Test
    void aFolderWithoutProgramsIsRefused() throws IOException {
        Files.delete(checkout.resolve("out/bench"));
        assertThrows(IllegalArgumentException.class, () -> rows(1));
    }
}
