/**
 * Floor 7: arenas, pools and handle pools on Quarry's own blocks. A region belongs to one thread at
 * a time: whoever hands it to another thread synchronises. Sizes are unsigned 64-bit numbers of
 * bytes. A result of 0 means that there is no room; a negative one is a {@link
 * dev.quarry.core.region.Refusal}: then nothing has changed.
 */
@NullMarked
package dev.quarry.core.region;

import org.jspecify.annotations.NullMarked;
