package dev.quarry.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.openjdk.jcstress.JCStress;
import org.openjdk.jcstress.Options;
import org.openjdk.jcstress.infra.Status;
import org.openjdk.jcstress.infra.collectors.DiskReadCollector;
import org.openjdk.jcstress.infra.collectors.InProcessCollector;
import org.openjdk.jcstress.infra.collectors.TestResult;
import org.openjdk.jcstress.infra.runners.TestList;

/**
 * Runs the jcstress tests of this module and judges each. What did not run, crashed, hung or showed
 * an outcome that its test does not allow is a failure.
 *
 * <p>Further options for jcstress come from {@code quarry.jcstress}.
 */
class StressTest {
    /** Few states at a time: some of them hold a heap or two. */
    private static final List<String> OPTIONS =
            List.of("-strideSize", "16", "-strideCount", "16", "-af", "NONE", "-r", "jcstress");

    @TestFactory
    Stream<DynamicTest> eachStructure() throws Exception {
        Collection<TestResult> results = run();
        Collection<String> tests = TestList.tests();
        assertFalse(tests.isEmpty(), "there is no test");
        return tests.stream()
                .sorted()
                .filter(name -> name.contains(System.getProperty("quarry.jcstress.only", "")))
                .map(name -> DynamicTest.dynamicTest(name, () -> judge(name, results)));
    }

    private static Collection<TestResult> run() throws Exception {
        List<String> arguments = new ArrayList<>(OPTIONS);
        arguments.addAll(Arrays.asList(System.getProperty("quarry.jcstress").split(" ")));
        arguments.addAll(List.of("-t", System.getProperty("quarry.jcstress.only", "")));
        Options options = new Options(arguments.toArray(String[]::new));
        assertTrue(options.parse(), () -> "not understood: " + arguments);
        try {
            new JCStress(options).run();
        } catch (AssertionError e) {
            System.out.println(e.getMessage()); // The sum of what is judged one by one.
        }
        return read(options.getResultFile());
    }

    private static Collection<TestResult> read(String file) throws Exception {
        InProcessCollector results = new InProcessCollector();
        DiskReadCollector reader = new DiskReadCollector(file, results);
        reader.dump();
        reader.close();
        return results.getTestResults();
    }

    private static void judge(String test, Collection<TestResult> all) {
        List<TestResult> results =
                all.stream().filter(result -> result.getName().equals(test)).toList();
        assertFalse(results.isEmpty(), "did not run");
        for (TestResult result : results) {
            assertEquals(Status.NORMAL, result.status(), () -> said(result));
            assertTrue(result.grading().isPassed, () -> said(result));
            assertTrue(result.getTotalCount() > 0, "had no time");
        }
    }

    private static String said(TestResult result) {
        StringBuilder text = new StringBuilder();
        for (String outcome : result.getStateKeys()) {
            text.append(outcome).append(": ").append(result.getCount(outcome)).append(" times\n");
        }
        result.getMessages().forEach(line -> text.append(line).append('\n'));
        result.getVmErr().forEach(line -> text.append(line).append('\n'));
        result.getVmOut().forEach(line -> text.append(line).append('\n'));
        return text.toString();
    }
}
