package dev.quarry.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.aot.NativeBuild;
import dev.quarry.aot.Variant;
import java.util.Map;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checked builds of both lives stop at a broken precondition and name it. */
@OnEachLife
class StrictMisuseTest {
    @Parameter Life life;

    @ParameterizedTest
    @EnumSource
    void aBrokenPreconditionIsNamed(StrictMisuse misuse) {
        Child.End end = Child.end(StrictMisuse.class, properties(), misuse.name());
        assertTrue(end.output().contains(misuse.reason), end::output);
        if (misuse == StrictMisuse.NONE) {
            assertEquals(0, end.exitCode(), end::output);
        } else {
            assertNotEquals(0, end.exitCode(), end::output);
        }
    }

    private Map<String, String> properties() {
        return Map.of("quarry.lives", life.toString(), "quarry.library",
                NativeBuild.here().sharedLibrary(Variant.CHECKED).toString());
    }
}
