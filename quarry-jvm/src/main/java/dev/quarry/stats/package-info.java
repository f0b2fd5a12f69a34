/**
 * What Quarry holds, for programs ({@link dev.quarry.stats.Statistics}) and over JMX ({@link
 * dev.quarry.stats.Management}).
 */
@NullMarked
package dev.quarry.stats;

import org.jspecify.annotations.NullMarked;
