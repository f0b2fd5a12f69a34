package dev.quarry.core.tune;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What users are told of a field of {@link Config}; names and messages are generated from it. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Tunable {
    /** The unit of the value. */
    String unit();

    /** The least value allowed. */
    long min();

    /** The greatest value allowed. */
    long max();

    /** What it changes, and why the default is what it is. */
    String reason();
}
