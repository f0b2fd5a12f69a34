/** Floor 0: what both lives give the allocator: memory words, the system, the thread, locks. */
package dev.quarry.core.base;
