/** {@code ./quarry bench jvm}: which allocators, which rows, in which turn. */
package dev.quarry.bench.jvm;
