package dev.quarry.bench.jvm.worker;

import dev.quarry.bench.jvm.loop.Measured;
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

    public static void main(String[] arguments) throws IOException, RunnerException {
        PrintStream answers = System.out;
        System.setOut(System.err);
        var orders = new BufferedReader(
                new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        for (String line = orders.readLine(); line != null; line = orders.readLine()) {
            answers.println(JmhRun.of(Order.parse(line), Measured.kind()).line());
        }
        System.exit(0);
    }
}
