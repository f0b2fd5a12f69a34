/**
 * Floor 7: heaps that a program opens for a purpose, with a limit each, and closes with all that is
 * in them. Known by numbers above 0, of which no two heaps ever have the same. For any thread at
 * any time. Sizes are unsigned 64-bit numbers of bytes. A result of 0 in place of a block means
 * that memory is exhausted; a negative one is a {@link dev.quarry.core.owner.Denial} or a fault
 * with its sign changed: then nothing has changed.
 */
@NullMarked
package dev.quarry.core.heaps;

import org.jspecify.annotations.NullMarked;
