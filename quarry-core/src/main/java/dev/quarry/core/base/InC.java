package dev.quarry.core.base;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The body given here is HotSpot's; the C build takes a hand-written one instead.
 *
 * <p>On a method: an accessor over an array field, or a factory. On a class: every method of it.
 * The C body's name is the class's simple name in lower case, an underscore and the method's name
 * ({@code memory_getLong}); instance methods get the object as first parameter. It stands in
 * {@code quarry_rt.h} or {@code quarry_state.h} of the native module.
 */
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface InC {}
