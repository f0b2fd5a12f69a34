package dev.quarry.core.rules;

import java.util.function.LongSupplier;

/** One class for each rule of the subset, breaking it. */
@SuppressWarnings({"unused", "MissingFinal"})
final class BadSamples {
    private BadSamples() {}

    static final class Catches {
        static long run(long a) {
            try {
                return a / a;
            } catch (ArithmeticException e) {
                return 0;
            }
        }
    }

    static final class Throws {
        static void run(RuntimeException e) {
            throw e;
        }
    }

    static final class Creates {
        static Object run() {
            return new Object();
        }
    }

    static final class UsesArrays {
        private final long[] slots = new long[4];

        long run() {
            return slots[1];
        }
    }

    static final class UsesText {
        static Object run() {
            return "text";
        }
    }

    static final class UsesLambda {
        static LongSupplier run() {
            return () -> 1;
        }
    }

    static final class Implements implements Runnable {
        @Override
        public void run() {}
    }

    static final class Inherits extends Open {}

    static class Open {}

    static final class Overloads {
        static long run(long a) {
            return a;
        }

        static long run(int a) {
            return a;
        }
    }

    static final class Casts {
        static BadSamples run(Object o) {
            return (BadSamples) o;
        }
    }

    static final class Asks {
        static boolean run(Object o) {
            return o instanceof BadSamples;
        }
    }

    static final class Synchronizes {
        static synchronized void run() {}
    }

    static final class Initialises {
        static long start = Long.parseLong("7");

        static long run() {
            return start;
        }
    }

    static final class Constructs {
        private long start = 7;

        long run() {
            return start;
        }
    }

    static final class CallsLibrary {
        static long run(long a, long b) {
            return Math.max(a, b);
        }
    }

    static final class Floats {
        static long run(long a) {
            return (long) (a * 1.5);
        }
    }

    static final class TakesArray {
        static long run(long[] a) {
            return 0;
        }
    }

    interface Contract {}
}
