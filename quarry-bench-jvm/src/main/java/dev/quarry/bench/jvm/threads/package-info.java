/**
 * The workloads of several threads, where JMH has no shape for them: threads that end, blocks that
 * change hands. A run lasts for a given time and is judged by the CPU time of the whole process.
 */
package dev.quarry.bench.jvm.threads;
