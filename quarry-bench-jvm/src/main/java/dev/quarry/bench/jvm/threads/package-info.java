/**
 * The workloads that JMH has no shape for. Those of several threads, with threads that end and
 * blocks that change hands, last for a given time and are judged by the CPU time of the whole
 * process. One of memory over time is judged by what is resident.
 */
package dev.quarry.bench.jvm.threads;
