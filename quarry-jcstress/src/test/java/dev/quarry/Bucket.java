package dev.quarry;

import dev.quarry.core.owner.Heap;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** A bucket of {@link ThreadHeaps}, with entries of threads that need not be. */
final class Bucket {
    private static final int BUCKETS = 4096;

    /** Far above the numbers of threads that are. */
    private static final AtomicLong ROUND = new AtomicLong(1 << 20);

    private static final ConcurrentLinkedQueue<Bucket> IDLE = new ConcurrentLinkedQueue<>();
    private static final Thread ALIVE =
            Thread.ofPlatform().daemon().start(() -> {
                while (true) {
                    LockSupport.park();
                }
            });

    private static final MethodHandle NEW_ENTRY;
    private static final MethodHandle HEAP;
    private static final MethodHandle FIND;
    private static final MethodHandle CLAIM;
    private static final MethodHandle RELEASE_ENDED;
    private static final ReentrantLock LOCK;

    static {
        Quarry.free(0);
        try {
            Class<?> entry = Class.forName(ThreadHeaps.class.getName() + "$Entry");
            MethodHandles.Lookup table =
                    MethodHandles.privateLookupIn(ThreadHeaps.class, MethodHandles.lookup());
            MethodHandles.Lookup entries =
                    MethodHandles.privateLookupIn(entry, MethodHandles.lookup());
            NEW_ENTRY = entries.findConstructor(
                            entry,
                            MethodType.methodType(void.class, long.class, WeakReference.class))
                    .asType(MethodType.methodType(Object.class, long.class, WeakReference.class));
            HEAP = entries.findGetter(entry, "heap", Heap.class)
                    .asType(MethodType.methodType(Heap.class, Object.class));
            FIND = table.findStatic(
                    ThreadHeaps.class,
                    "currentSlow",
                    MethodType.methodType(Heap.class, long.class));
            CLAIM = table.findStatic(
                            ThreadHeaps.class, "claim", MethodType.methodType(Heap.class, entry))
                    .asType(MethodType.methodType(Heap.class, Object.class));
            RELEASE_ENDED = table.findStatic(
                    ThreadHeaps.class,
                    "releaseEnded",
                    MethodType.methodType(int.class, int.class));
            LOCK = (ReentrantLock) table
                    .findStaticGetter(ThreadHeaps.class, "LOCK", ReentrantLock.class)
                    .invoke();
        } catch (Throwable t) {
            throw new ExceptionInInitializerError(t);
        }
        for (int number = BUCKETS / 2; number < BUCKETS; number++) {
            IDLE.add(new Bucket(number));
        }
    }

    private final int number;

    private Bucket(int number) {
        this.number = number;
    }

    /** A thread's entry in the bucket. */
    static final class Tenant {
        private final long id;
        private final WeakReference<Thread> thread = new WeakReference<>(ALIVE);
        private final Object entry;

        private Tenant(long id) throws Throwable {
            this.id = id;
            entry = (Object) NEW_ENTRY.invokeExact(id, thread);
        }

        void end() {
            thread.clear();
        }

        Heap heap() {
            try {
                return (Heap) HEAP.invokeExact(entry);
            } catch (Throwable t) {
                throw new AssertionError(t);
            }
        }
    }

    static Bucket open() {
        return IDLE.remove();
    }

    void close() {
        IDLE.add(this);
    }

    /** A new entry, the first of the chain. */
    Tenant add() {
        try {
            Tenant tenant = new Tenant(ROUND.getAndIncrement() * BUCKETS + number);
            Heap heap = (Heap) CLAIM.invokeExact(tenant.entry);
            assert heap == tenant.heap();
            return tenant;
        } catch (Throwable t) {
            throw new AssertionError(t);
        }
    }

    /** The heap that the table has for a tenant's thread. */
    Heap find(Tenant tenant) {
        try {
            return (Heap) FIND.invokeExact(tenant.id);
        } catch (Throwable t) {
            throw new AssertionError(t);
        }
    }

    /** Entries that were in the chain. */
    int releaseEnded() {
        LOCK.lock();
        try {
            return (int) RELEASE_ENDED.invokeExact(number);
        } catch (Throwable t) {
            throw new AssertionError(t);
        } finally {
            LOCK.unlock();
        }
    }
}
