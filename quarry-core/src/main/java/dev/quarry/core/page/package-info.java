/** Floor 1: the address space, its units and the runs they form. Guarded by the buddy lock. */
@NullMarked
package dev.quarry.core.page;

import org.jspecify.annotations.NullMarked;
