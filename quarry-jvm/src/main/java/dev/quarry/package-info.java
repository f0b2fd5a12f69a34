/** Native memory: allocation over addresses and over segments, with every misuse detected. */
@NullMarked
package dev.quarry;

import org.jspecify.annotations.NullMarked;
