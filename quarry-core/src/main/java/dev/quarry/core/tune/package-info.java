/** Floor 0: sizes, size classes and tunables. */
@NullMarked
package dev.quarry.core.tune;

import org.jspecify.annotations.NullMarked;
