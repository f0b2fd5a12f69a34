package dev.quarry.core.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.classfile.ClassModel;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The core stays within the subset of Java that also compiles to C, and each rule has teeth. */
class SubsetTest {
    @Test
    void theCoreObeysTheRules() {
        List<ClassModel> core = CoreClassFiles.all();
        assertFalse(core.isEmpty());
        assertEquals("", String.join("\n", SubsetRules.problems(core)));
    }

    static Stream<Arguments> samples() {
        return Stream.of(
                Arguments.of(BadSamples.Catches.class, "catches"),
                Arguments.of(BadSamples.Throws.class, "throws"),
                Arguments.of(BadSamples.Creates.class, "creates an object"),
                Arguments.of(BadSamples.UsesArrays.class, "array outside"),
                Arguments.of(BadSamples.UsesText.class, "no whole number"),
                Arguments.of(BadSamples.UsesLambda.class, "invokedynamic"),
                Arguments.of(BadSamples.Implements.class, "implements an interface"),
                Arguments.of(BadSamples.Inherits.class, "inherits from"),
                Arguments.of(BadSamples.Open.class, "not final"),
                Arguments.of(BadSamples.Overloads.class, "overloaded"),
                Arguments.of(BadSamples.Casts.class, "casts or tests"),
                Arguments.of(BadSamples.Asks.class, "casts or tests"),
                Arguments.of(BadSamples.Synchronizes.class, "synchronized"),
                Arguments.of(BadSamples.Initialises.class, "set by an initialiser"),
                Arguments.of(BadSamples.Constructs.class, "set by an initialiser"),
                Arguments.of(BadSamples.CallsLibrary.class, "java/lang/Math.max"),
                Arguments.of(BadSamples.Floats.class, "floating point"),
                Arguments.of(BadSamples.TakesArray.class, "takes a long[]"),
                Arguments.of(BadSamples.Contract.class, "is an interface"));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void aBrokenRuleIsNamed(Class<?> sample, String reason) {
        List<String> problems = SubsetRules.problems(List.of(CoreClassFiles.of(sample)));
        assertTrue(problems.stream().anyMatch(p -> p.contains(reason)), problems::toString);
    }
}
