/** Floor 0: sizes, size classes and tunables. */
package dev.quarry.core.tune;
