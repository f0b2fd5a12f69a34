/** What runs inside a measured JVM: orders come in by line, JMH runs them, answers go out. */
package dev.quarry.bench.jvm.worker;
