package dev.quarry;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.quarry.arena.NativeUse;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Arenas where native code is: in a JVM that lets the test make restricted calls. */
class NativeUseTest {
    @Test
    void nativeCallsAndCleanupActions() {
        assertEquals("works\n", ChildJvm.succeed(NativeUse.class, List.of()).output());
    }
}
