/** Floor 1: the address space, its units and the runs they form. Guarded by the buddy lock. */
package dev.quarry.core.page;
