/**
 * Native memory by the rules of one purpose: arenas, whose blocks are given back all at once; pools
 * of equal blocks; pools whose blocks are known by handles.
 *
 * <p>A region belongs to the thread that opened it; every call by another is a {@link
 * WrongThreadException}. A call on a closed region is an {@link IllegalStateException}. Nothing has
 * changed when an exception is thrown. A region that is never closed keeps its memory for ever.
 */
@NullMarked
package dev.quarry.region;

import org.jspecify.annotations.NullMarked;
