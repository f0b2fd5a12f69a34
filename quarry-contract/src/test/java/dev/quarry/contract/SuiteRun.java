package dev.quarry.contract;

import java.io.PrintWriter;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/**
 * Runs a group of the suite in this process, as its properties say. Exit codes: 0 when all tests
 * passed, 1 when one failed, 2 when there was none.
 */
final class SuiteRun {
    private SuiteRun() {}

    public static void main(String[] arguments) {
        LauncherDiscoveryRequest request =
                LauncherDiscoveryRequestBuilder.request()
                        .selectors(DiscoverySelectors.selectPackage("dev.quarry.contract"))
                        .filters(TagFilter.includeTags(arguments[0]))
                        .build();
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        Launcher launcher = LauncherFactory.create();
        launcher.execute(request, listener);
        TestExecutionSummary summary = listener.getSummary();
        summary.printFailuresTo(new PrintWriter(System.out, true), 3);
        long failed = summary.getTotalFailureCount();
        long passed = summary.getTestsSucceededCount();
        System.out.println("passed " + passed + ", failed " + failed);
        System.exit(failed > 0 ? 1 : passed == 0 ? 2 : 0);
    }
}
