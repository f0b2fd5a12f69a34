/**
 * Native memory for Java programs. Give native access to the module that does the restricted
 * calls: {@code --enable-native-access=dev.quarry.core}.
 */
module dev.quarry {
    requires static org.jspecify;
    requires transitive dev.quarry.core;
    requires static transitive java.management;

    exports dev.quarry;
    exports dev.quarry.heap;
    exports dev.quarry.region;
    exports dev.quarry.stats;
    exports dev.quarry.strict;
}
