/** Floor 3: what heaps share. Guarded by the buddy lock. */
@NullMarked
package dev.quarry.core.central;

import org.jspecify.annotations.NullMarked;
