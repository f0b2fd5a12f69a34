/** FFM arenas, Quarry's beside the JDK's, by JMH's own command line; see docs/BENCHMARKS.md. */
package dev.quarry.bench.jvm.arena;
