/** Small programs as their users would write them. The tests run each. */
package dev.quarry.examples;
