package dev.quarry;

import dev.quarry.core.api.Aligned;
import dev.quarry.core.api.Calloc;
import dev.quarry.core.api.Free;
import dev.quarry.core.api.Malloc;
import dev.quarry.core.api.Query;
import dev.quarry.core.api.Realloc;
import dev.quarry.core.api.Trim;
import dev.quarry.core.base.Fault;
import dev.quarry.core.base.Memory;
import dev.quarry.core.base.Os;
import dev.quarry.core.heaps.HeapFigures;
import dev.quarry.core.heaps.ProgramHeap;
import dev.quarry.core.owner.Boot;
import dev.quarry.core.owner.Decommit;
import dev.quarry.core.owner.DecommitThread;
import dev.quarry.core.owner.Heap;
import dev.quarry.core.owner.Registry;
import dev.quarry.core.owner.Threads;
import dev.quarry.core.tune.Geometry;
import dev.quarry.core.verify.Stats;

/** Makes the core ready, once, with a clear message when it cannot be. */
final class Startup {
    private static final int ROUNDS = 40;

    /** Faults of each kind that trying the paths out has raised. */
    private static final long[] RAISED = new long[Fault.KINDS];

    private Startup() {}

    static void start() {
        checkNativeAccess();
        if (!Boot.isReady()) {
            Options.tune();
        }
        if (!Boot.boot()) {
            throw new OutOfNativeMemoryError(0);
        }
        exercise();
        for (int fault = 0; fault < Fault.KINDS; fault++) {
            RAISED[fault] = Os.reportCount(fault);
        }
        Options.chooseFaultPolicy();
    }

    static long metSinceStart(int fault) {
        return Os.reportCount(fault) - RAISED[fault];
    }

    private static void checkNativeAccess() {
        try {
            Memory.bitCount(0);
        } catch (ExceptionInInitializerError e) {
            if (e.getCause() instanceof IllegalCallerException) {
                throw noNativeAccess(e);
            }
            throw e;
        }
    }

    private static IllegalStateException noNativeAccess(Throwable cause) {
        Module core = Memory.class.getModule();
        String name = core.isNamed() ? core.getName() : "ALL-UNNAMED";
        return new IllegalStateException(
                "Quarry needs native access: start java with --enable-native-access=" + name,
                cause);
    }

    /**
     * Goes through every path once, so that all classes are loaded and all calls linked before a
     * time when Java memory or stack is short: half of it could leave a structure torn.
     */
    private static void exercise() {
        ThreadHeaps.end(ThreadHeaps.current());
        exerciseFailures();
        Heap heap = Registry.claim();
        Heap other = Registry.claim();
        for (int round = 0; round < ROUNDS; round++) {
            exerciseSmall(heap, other, 1L << (round & 15));
        }
        long large = Calloc.calloc(1, 1 << 20, heap);
        large = Realloc.realloc(large, 3 << 20, heap);
        large = Realloc.realloc(large, 1 << 18, heap);
        Free.free(large, heap);
        exerciseDecommit();
        Free.free(Aligned.alignedAlloc(1 << 20, 1, heap), heap);
        Malloc.malloc(Geometry.MAX_SPACE_BYTES, heap);
        Free.free(-1, heap);
        Threads.release(other);
        Trim.trim(heap);
        Stats.collect();
        Threads.release(heap);
        exerciseLeases();
        exerciseProgramHeap();
        Cohort.sealAll();
    }

    private static void exerciseLeases() {
        Heap leased = Leases.take(0);
        if (leased != null) {
            Leases.trim(leased);
            ThreadHeaps.end(leased);
        }
    }

    private static void exerciseProgramHeap() {
        long id = ProgramHeap.open(0, 1 << 20, 0);
        for (int round = 0; round < ROUNDS; round++) {
            long bytes = 1L << (round & 15);
            long block = ProgramHeap.realloc(id, ProgramHeap.malloc(id, bytes), 2 * bytes);
            ProgramHeap.free(id, ProgramHeap.calloc(id, 1, bytes));
            ProgramHeap.free(id, ProgramHeap.alignedAlloc(id, 4096, bytes));
            ProgramHeap.free(id, block);
            ProgramHeap.free(id, block);
        }
        ProgramHeap.malloc(id, 2 << 20);
        HeapFigures.refuser(id, 2 << 20);
        ProgramHeap.close(ProgramHeap.open(id, 1 << 16, 1 << 16));
        ProgramHeap.close(id);
    }

    private static void exerciseDecommit() {
        DecommitThread.prepare();
        Decommit.pass();
        Decommit.pass();
    }

    /** A class whose initialisation fails for lack of stack can never be used again. */
    @SuppressWarnings("DeadException") // They are made, that is all.
    private static void exerciseFailures() {
        new OutOfNativeMemoryError(0);
        for (Misuse misuse : Misuse.values()) {
            new MisuseException(misuse, 0);
        }
    }

    private static void exerciseSmall(Heap heap, Heap other, long bytes) {
        long first = Malloc.malloc(bytes, heap);
        long second = Realloc.realloc(Calloc.calloc(1, bytes, heap), 2 * bytes, heap);
        long third = Aligned.alignedAlloc(64, bytes, heap);
        Free.freeSized(first, Query.usableSize(first), heap);
        Free.free(first, heap);
        Free.free(second, other);
        Free.free(second, other);
        Free.free(third, heap);
    }
}
