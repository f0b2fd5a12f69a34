/**
 * The allocator itself, in the subset of Java that also compiles to C. The only module that needs
 * {@code --enable-native-access}. Its packages are for Quarry's own faces and tools.
 */
module dev.quarry.core {
    requires static org.jspecify;
    exports dev.quarry.core.base;
    exports dev.quarry.core.tune;
    exports dev.quarry.core.page;
    exports dev.quarry.core.span;
    exports dev.quarry.core.central;
    exports dev.quarry.core.owner;
    exports dev.quarry.core.verify;
    exports dev.quarry.core.api;
    exports dev.quarry.core.region;
    exports dev.quarry.core.heaps;
}
