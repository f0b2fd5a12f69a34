package dev.quarry.contract;

import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.LifecycleMethodExecutionExceptionHandler;

/**
 * Ends the process with the first test that fails, before anything is cleaned up, if
 * {@code quarry.firstFailureEnds} is set: it is for mutants, of which no more is asked, and whose
 * broken lists may have no end to walk to.
 */
final class FirstFailure
        implements AfterTestExecutionCallback, LifecycleMethodExecutionExceptionHandler {
    private static final boolean ENDS = Boolean.getBoolean("quarry.firstFailureEnds");

    @Override
    public void afterTestExecution(ExtensionContext context) {
        context.getExecutionException().ifPresent(failure -> end(context, failure));
    }

    @Override
    public void handleAfterEachMethodExecutionException(ExtensionContext context, Throwable failure)
            throws Throwable {
        end(context, failure);
        throw failure;
    }

    private static void end(ExtensionContext context, Throwable failure) {
        if (ENDS) {
            System.out.println(context.getUniqueId() + " failed: " + failure);
            System.out.flush();
            Runtime.getRuntime().halt(1);
        }
    }
}
