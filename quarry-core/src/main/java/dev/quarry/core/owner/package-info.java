/**
 * Floor 4: heaps, who borrows them, and how blocks come back to them. A heap's state is guarded by
 * its lock. Lock order: registry, heaps by slot, buddy, metadata.
 */
@NullMarked
package dev.quarry.core.owner;

import org.jspecify.annotations.NullMarked;
