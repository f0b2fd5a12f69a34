package dev.quarry.contract;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Memory that runs out: every call says so, nothing is lost, and what is freed serves again. */
class ExhaustionTest {
    @ParameterizedTest
    @MethodSource("dev.quarry.contract.Lives#names")
    void underALimitOfTheAddressSpace(String life) {
        Child.run(ExhaustionUnderLimit.class, life);
    }

    @ParameterizedTest
    @MethodSource("dev.quarry.contract.Lives#names")
    void ofTheWholeRange(String life) {
        Child.run(ExhaustionOfRange.class, life);
    }
}
