/** What Quarry holds, as meters of Micrometer: {@link dev.quarry.micrometer.QuarryMetrics}. */
package dev.quarry.micrometer;
