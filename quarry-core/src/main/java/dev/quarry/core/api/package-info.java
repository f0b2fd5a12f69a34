/**
 * Floor 6: what faces call. Sizes are unsigned 64-bit numbers of bytes; a result of 0 means that
 * memory is exhausted, a negative one the {@link dev.quarry.core.base.Fault} it stands for.
 */
@NullMarked
package dev.quarry.core.api;

import org.jspecify.annotations.NullMarked;
