/**
 * Meters of Quarry for Micrometer. Native access is given to {@code dev.quarry.core}, as without
 * it.
 */
@SuppressWarnings("requires-transitive-automatic") // Micrometer 1.17 has no module descriptor.
module dev.quarry.micrometer {
    requires static org.jspecify;
    requires transitive dev.quarry;
    requires transitive micrometer.core;

    exports dev.quarry.micrometer;
}
