package dev.quarry.arena;

import static dev.quarry.child.Checks.require;

import dev.quarry.Quarry;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** What needs native access of its own: segments in native calls, and cleanup actions. */
@SuppressWarnings("restricted")
public final class NativeUse {
    private NativeUse() {}

    public static void main(String[] arguments) throws InterruptedException {
        for (Kind kind : Kind.values()) {
            if (kind.hasOwnScope()) {
                staysOpenDuringANativeCall(kind);
                runsActionsBeforeTheMemoryGoes(kind);
            }
        }
        keepsTheMemoryOfAClosedSharedArenaDuringANativeCall();
        runsActionsOfSharedArenasWhenTheirScopeEnds();
        takesNoActionForAClosedSharedArena();
        System.out.println("works");
    }

    private static Class<?> thrownBy(Runnable call) {
        try {
            call.run();
            return null;
        } catch (RuntimeException e) {
            return e.getClass();
        }
    }

    private static void refuses(Runnable call, Object which) {
        Class<?> thrown = thrownBy(call);
        require(thrown == IllegalStateException.class, which + ": " + thrown);
    }

    private static void staysOpenDuringANativeCall(Kind kind) {
        Arena arena = kind.open();
        MemorySegment segment = arena.allocate(8, 8);
        AtomicReference<Class<?>> thrown = new AtomicReference<>();
        NativeCall.during(segment, () -> thrown.set(thrownBy(arena::close)));
        require(thrown.get() == IllegalStateException.class, kind + ": " + thrown);
        require(arena.scope().isAlive(), kind + " is dead");
        segment.set(ValueLayout.JAVA_LONG, 0, 42);
        require(arena.allocate(8).get(ValueLayout.JAVA_BYTE, 0) == 0, "not zeroed");
        arena.close();
        require(!arena.scope().isAlive(), kind + " is alive");
    }

    /** Once, and one that throws stops no other. The JDK's may find other bytes than were left. */
    private static void runsActionsBeforeTheMemoryGoes(Kind kind) {
        Arena arena = kind.open();
        List<Long> seen = new ArrayList<>();
        MemorySegment segment = arena.allocate(8, 8);
        segment.set(ValueLayout.JAVA_LONG, 0, 42);
        segment.reinterpret(arena, s -> seen.add(s.get(ValueLayout.JAVA_LONG, 0)));
        segment.reinterpret(arena, NativeUse::fail);
        segment.reinterpret(arena, s -> seen.add(1L));
        require(thrownBy(arena::close) == UnsupportedOperationException.class, kind + ": none");
        require(seen.contains(1L) && (kind.isJdk() || seen.contains(42L)), kind + ": " + seen);
        require(!arena.scope().isAlive(), kind + " is alive");
        refuses(arena::close, kind);
        refuses(() -> arena.allocate(1), kind);
        require(seen.size() == 2, kind + ": " + seen);
    }

    private static void fail(MemorySegment segment) {
        throw new UnsupportedOperationException("of the test");
    }

    /** More than have one scope. */
    private static void openAndCloseMany() {
        for (int i = 0; i < 3000; i++) {
            try (Arena arena = Quarry.sharedArena()) {
                arena.allocate(100).fill((byte) 0xFF);
            }
        }
    }

    private static void keepsTheMemoryOfAClosedSharedArenaDuringANativeCall() {
        Arena arena = Quarry.sharedArena();
        MemorySegment segment = arena.allocate(8, 8);
        segment.set(ValueLayout.JAVA_INT, 0, 42);
        AtomicReference<Object> found = new AtomicReference<>();
        NativeCall.during(segment, () -> {
            if (found.get() == null) {
                arena.close();
                openAndCloseMany();
            }
            found.set(segment.get(ValueLayout.JAVA_INT, 0));
        });
        require(found.get().equals(42), "found " + found);
        openAndCloseMany();
        openAndCloseMany();
        refuses(() -> segment.get(ValueLayout.JAVA_INT, 0), "after the call");
    }

    /** Whoever ends the scope is not to blame for another's action, and goes on. */
    private static void runsActionsOfSharedArenasWhenTheirScopeEnds() throws InterruptedException {
        AtomicInteger runs = new AtomicInteger();
        AtomicReference<Throwable> reported = new AtomicReference<>();
        AtomicReference<Class<?>> thrown = new AtomicReference<>();
        Thread thread = Thread.ofPlatform().unstarted(() -> thrown.set(thrownBy(() -> {
            Arena arena = Quarry.sharedArena();
            arena.allocate(8).reinterpret(arena, s -> runs.incrementAndGet());
            arena.allocate(8).reinterpret(arena, NativeUse::fail);
            arena.close();
            openAndCloseMany();
        })));
        thread.setUncaughtExceptionHandler((t, e) -> reported.set(e));
        thread.start();
        thread.join();
        require(thrown.get() == null, "thrown: " + thrown);
        require(runs.get() == 1, runs + " runs");
        require(reported.get() instanceof UnsupportedOperationException, "said: " + reported);
    }

    private static void takesNoActionForAClosedSharedArena() {
        Arena arena = Quarry.sharedArena();
        MemorySegment segment = MemorySegment.ofAddress(arena.allocate(8).address());
        arena.close();
        refuses(() -> segment.reinterpret(8, arena, s -> { }), "an action");
        refuses(() -> segment.reinterpret(8, arena, null), "a segment");
    }
}
