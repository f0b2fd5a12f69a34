package dev.quarry.bench.jvm.worker;

import dev.quarry.bench.jvm.loop.Measured;
import dev.quarry.bench.jvm.threads.BurstIdle;
import dev.quarry.bench.jvm.threads.ThreadedRun;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.openjdk.jmh.runner.RunnerException;

/** A measured JVM: carries orders out until there are no more. */
public final class WorkerMain {

    private WorkerMain() {
    }

    public static void main(String[] arguments)
            throws IOException, RunnerException, InterruptedException {
        PrintStream answers = System.out;
        System.setOut(System.err);
        var orders = new BufferedReader(
                new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        for (String line = orders.readLine(); line != null; line = orders.readLine()) {
            answers.println(answer(Order.parse(line)).line());
        }
        System.exit(0);
    }

    private static Answer answer(Order order) throws RunnerException, InterruptedException {
        return switch (order.kind()) {
            case LOOP -> JmhRun.of(order, Measured.kind());
            case THREADS -> ThreadedRun.of(order);
            case MEMORY -> BurstIdle.of(order);
        };
    }
}
