/** What Quarry holds, as meters of Micrometer: {@link dev.quarry.micrometer.QuarryMetrics}. */
@NullMarked
package dev.quarry.micrometer;

import org.jspecify.annotations.NullMarked;
