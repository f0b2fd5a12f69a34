package dev.quarry.arena;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A test of what all arenas have in common, the JDK's and Quarry's. */
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest
@EnumSource
@interface OnEachKind {}
