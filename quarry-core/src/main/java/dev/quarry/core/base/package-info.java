/** Floor 0: what both lives give the allocator: memory words, the system, the thread, locks. */
@NullMarked
package dev.quarry.core.base;

import org.jspecify.annotations.NullMarked;
