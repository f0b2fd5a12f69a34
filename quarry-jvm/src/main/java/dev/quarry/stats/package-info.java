/**
 * What Quarry holds, for programs ({@link dev.quarry.stats.Statistics}) and over JMX ({@link
 * dev.quarry.stats.Management}).
 */
package dev.quarry.stats;
