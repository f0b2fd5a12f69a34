package dev.quarry.bench.jvm.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.bench.jvm.worker.Answer;
import dev.quarry.bench.jvm.worker.JmhRun;
import dev.quarry.bench.jvm.worker.Order;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.runner.RunnerException;

/**
 * Each loop does under JMH what its description says: so many operations as are told, so many
 * blocks live, sizes so distributed, so many bytes written.
 */
class LoopsTest {
    private static final int MILLIS = 20;

    @BeforeEach
    void reset() {
        Counting.reset();
    }

    private static Answer run(String kind, String workload, int bytes) throws RunnerException {
        return JmhRun.of(new Order(Order.Kind.LOOP, workload, bytes, 0, MILLIS), kind);
    }

    /** Each block is freed once, with one byte written; those of the setup are no operations. */
    private static void booksAgree(Answer answer, long before) {
        assertTrue(answer.ops() > 0, "no operations");
        assertTrue(answer.cpuNanos() > 0, "no CPU time");
        Counting.Books books = Counting.books();
        assertEquals(before + answer.ops(), books.allocated(), "allocated");
        assertEquals(books.allocated(), books.freed(), "freed");
        assertEquals(books.allocated(), books.written(), "bytes written");
        assertEquals(0, books.live(), "live at the end");
        assertEquals(0, books.wrongFrees(), "wrong frees");
        assertEquals(0, books.remote(), "by other threads");
    }

    @ParameterizedTest
    @CsvSource({"Address,16", "Address,1024", "Object,16", "Object,1024"})
    void pairKeepsOneBlock(String kind, int bytes) throws RunnerException {
        booksAgree(run(kind, "pair", bytes), 0);
        assertEquals(1, Counting.books().liveMost());
        assertEquals(Set.of((long) bytes), Counting.books().sizes().keySet());
    }

    @ParameterizedTest
    @CsvSource({"Address,16", "Address,256", "Object,16", "Object,256"})
    void churnKeeps256(String kind, int bytes) throws RunnerException {
        booksAgree(run(kind, "churn", bytes), 256);
        assertEquals(256, Counting.books().liveMost());
        assertEquals(Set.of((long) bytes), Counting.books().sizes().keySet());
    }

    @ParameterizedTest
    @CsvSource({"Address,64", "Address,4096", "Object,64", "Object,4096"})
    void bulkKeeps1024(String kind, int bytes) throws RunnerException {
        Answer answer = run(kind, "bulk", bytes);
        booksAgree(answer, 0);
        assertEquals(0, answer.ops() % 1024, "whole bulks");
        assertEquals(1024, Counting.books().liveMost());
        assertEquals(Set.of((long) bytes), Counting.books().sizes().keySet());
    }

    @ParameterizedTest
    @ValueSource(strings = {"Address", "Object"})
    void mixedSpreadsItsSizes(String kind) throws RunnerException {
        booksAgree(run(kind, "mixed", 0), 256);
        assertEquals(256, Counting.books().liveMost());
        Set<Long> sizes = Counting.books().sizes().keySet();
        assertTrue(sizes.stream().allMatch(size -> size >= 16 && size <= 1024), "sizes: " + sizes);
        assertEquals(520, Counting.books().meanBytes(), 26, "mean size");
    }
}
