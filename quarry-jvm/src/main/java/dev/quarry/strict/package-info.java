/**
 * Native memory without a check on each call: the caller keeps the preconditions, and {@code -ea}
 * names the one that is broken.
 */
@NullMarked
package dev.quarry.strict;

import org.jspecify.annotations.NullMarked;
