/** Floor 3: what heaps share. Guarded by the buddy lock. */
package dev.quarry.core.central;
