/**
 * Floor 2: runs of units cut into blocks, and the words that say who holds a block. All state of a
 * span is guarded by its heap's lock, but for the pending bits, which any thread sets.
 */
@NullMarked
package dev.quarry.core.span;

import org.jspecify.annotations.NullMarked;
