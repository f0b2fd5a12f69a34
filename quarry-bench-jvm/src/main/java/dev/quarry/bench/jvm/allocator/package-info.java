/** The allocators that are measured, each behind the least interface. */
package dev.quarry.bench.jvm.allocator;
