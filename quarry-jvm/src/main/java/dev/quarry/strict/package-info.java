/**
 * Native memory without a check on each call: the caller keeps the preconditions, and {@code -ea}
 * names the one that is broken.
 */
package dev.quarry.strict;
