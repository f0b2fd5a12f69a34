/**
 * Heaps of a program's own, with limits that form a tree: {@link dev.quarry.heap.Heap}; and how
 * much memory a process may have: {@link dev.quarry.heap.ProcessBudget}.
 */
@NullMarked
package dev.quarry.heap;

import org.jspecify.annotations.NullMarked;
