/** Native memory: allocation over addresses and over segments, with every misuse detected. */
package dev.quarry;
