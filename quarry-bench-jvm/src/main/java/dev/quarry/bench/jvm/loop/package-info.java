/**
 * The loops, as JMH benchmarks: each once over addresses and once over objects. One operation is a
 * block allocated, written and freed.
 */
package dev.quarry.bench.jvm.loop;
