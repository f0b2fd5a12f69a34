package dev.quarry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.child.FirstUse;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which flag java must be given, and what is said without it. */
class NativeAccessTest {
    private static final String DENY = "--illegal-native-access=deny";

    @Test
    void withoutItTheFlagForTheClassPathIsNamed() {
        assertNames(ChildJvm.onClassPath(FirstUse.class, List.of(DENY)), "ALL-UNNAMED");
    }

    @Test
    void withoutItTheFlagForTheModulePathIsNamed() {
        assertNames(ChildJvm.onModulePath(FirstUse.class, List.of(DENY)), "dev.quarry.core");
    }

    /** At the first use and, as an initialiser runs once, as the cause at each later one. */
    private static void assertNames(ChildJvm child, String module) {
        assertNotEquals(0, child.exitCode());
        String sentence = "start java with --enable-native-access=" + module;
        List<String> said = child.output().lines().filter(line -> line.contains(sentence)).toList();
        assertTrue(said.stream().anyMatch(line -> line.startsWith("first:")), child::output);
        assertTrue(said.stream().anyMatch(line -> line.startsWith("second:")), child::output);
    }

    @Test
    void onTheModulePathOnlyTheCoreNeedsIt() {
        String flag = "--enable-native-access=dev.quarry.core";
        assertWorks(ChildJvm.onModulePath(FirstUse.class, List.of(DENY, flag)));
    }

    @Test
    void onTheClassPathEverybodyHasIt() {
        assertWorks(ChildJvm.onClassPath(FirstUse.class, List.of(DENY, ChildJvm.ALLOWED)));
    }

    /** Without a word from the JVM. */
    private static void assertWorks(ChildJvm child) {
        assertEquals("ready\nworks\n", child.output());
        assertEquals(0, child.exitCode());
    }
}
