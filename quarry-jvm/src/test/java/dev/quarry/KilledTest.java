package dev.quarry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.child.FirstUse;
import dev.quarry.child.FullHeap;
import dev.quarry.child.StackDive;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Calls that are broken off by the JVM, for want of stack or of Java memory. Either a call has done
 * all or it has done nothing: afterwards no lock is held, the structures are valid, every block
 * that was handed out can be freed once, and there is no block that nobody was given.
 */
class KilledTest {
    private static final boolean IS_LONG = Boolean.getBoolean("quarry.long");

    /** Code of every kind: none compiled, all by C1, by all as they come, by C2 alone. */
    @ParameterizedTest
    @ValueSource(strings = {"-Xint", "-XX:TieredStopAtLevel=1", "-XX:+TieredCompilation"})
    void atTheEndOfTheStack(String flag) {
        dive(List.of(flag), IS_LONG ? 200 : 9);
    }

    @Test
    void atTheEndOfTheStackWithoutMagazines() {
        dive(List.of("-Dquarry.fastbins=off"), IS_LONG ? 100 : 6);
    }

    @Test
    void atTheEndOfTheStackInOtherWays() {
        if (IS_LONG) {
            dive(List.of("-XX:-TieredCompilation"), 200);
            dive(List.of("-Xcomp"), 50);
            dive(List.of("-XX:+UseZGC"), 50);
        }
    }

    private static void dive(List<String> flags, int dives) {
        List<String> all = new ArrayList<>(flags);
        all.add("-XX:MaxJavaStackTraceDepth=12");
        ChildJvm.succeed(StackDive.class, all, Integer.toString(dives));
    }

    @Test
    void withTheJavaHeapFull() {
        ChildJvm.succeed(FullHeap.class, List.of("-Xmx16m", "-XX:+UseSerialGC"), "1");
        if (IS_LONG) {
            ChildJvm.succeed(FullHeap.class, List.of("-Xmx16m", "-XX:+UseG1GC"), "10");
            ChildJvm.succeed(FullHeap.class, List.of("-Xmx16m", "-XX:+UseSerialGC", "-Xint"), "10");
            ChildJvm.succeed(FullHeap.class, List.of("-Xmx16m", "-Dquarry.fastbins=off"), "10");
        }
    }

    @Test
    void sixteenMegabytesOfJavaHeapAreEnough() {
        ChildJvm child = ChildJvm.succeed(FirstUse.class, List.of("-Xmx16m"));
        assertEquals("ready\nworks\n", child.output());
    }

    /**
     * Loading a class takes Java memory and much stack, so none is loaded in the middle of a call
     * but those of the first, which makes everything ready before it begins.
     */
    @Test
    void noClassIsLoadedAfterTheFirstCall() {
        List<String> flags = List.of("-Xlog:class+load=info:stdout:none");
        List<String> lines =
                ChildJvm.succeed(FirstUse.class, flags).output().lines().toList();
        int ready = lines.indexOf("ready");
        assertTrue(ready > 0, lines::toString);
        List<String> late =
                lines.subList(ready, lines.size()).stream()
                        .filter(line -> line.startsWith("dev.quarry.") || line.contains("Lambda"))
                        .filter(line -> !line.startsWith(FirstUse.class.getPackageName()))
                        .toList();
        assertEquals(List.of(), late);
    }
}
