package dev.quarry.contract;

import static dev.quarry.contract.Blocks.require;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Run in a process of its own: limits the address space before the allocator's first call, as
 * {@code ulimit -v} does, and uses up what the allocator gets of it.
 */
final class ExhaustionUnderLimit {
    private static final int RLIMIT_AS = 9;
    private static final long ROOM_BYTES = 3L << 30;
    private static final long PIECE_BYTES = 1 << 20;

    /** Less than half of the room would mean that the range was not tried for in earnest. */
    private static final int LEAST_PIECES = 500;

    private final Life life;
    private final Blocks blocks;

    private ExhaustionUnderLimit(Life life) {
        this.life = life;
        this.blocks = new Blocks(life);
    }

    public static void main(String[] arguments) throws IOException {
        limitAddressSpace();
        new ExhaustionUnderLimit(Lives.named(arguments[0])).run();
    }

    private static void limitAddressSpace() throws IOException {
        String sizes = Files.readString(Path.of("/proc/self/statm"));
        long pages = Long.parseLong(sizes.substring(0, sizes.indexOf(' ')));
        setLimit(pages * 4096 + ROOM_BYTES);
    }

    @SuppressWarnings("restricted")
    private static void setLimit(long bytes) {
        Linker linker = Linker.nativeLinker();
        MethodHandle setrlimit =
                linker.downcallHandle(
                        linker.defaultLookup().findOrThrow("setrlimit"),
                        FunctionDescriptor.of(
                                ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.ADDRESS));
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment limit = arena.allocate(16, 8);
            limit.fill((byte) 0xFF);
            limit.set(ValueLayout.JAVA_LONG, 0, bytes);
            limit.set(ValueLayout.JAVA_LONG, 8, bytes);
            int failed = (int) setrlimit.invokeExact(RLIMIT_AS, limit);
            require(failed == 0, "the limit could not be set");
        } catch (Throwable t) {
            throw new AssertionError("setrlimit could not be called", t);
        }
    }

    private void run() {
        int first = takeAll();
        require(first >= LEAST_PIECES, "memory was out after %d pieces", first);
        everyCallSaysSo();
        blocks.check();
        require(life.verify() == 0, "Verify found %d when memory was out", life.verify());
        freeEverySecond();
        int again = takeAll();
        require(again >= (first - 1) / 2, "of %d freed pieces %d came again", first / 2, again);
        blocks.check();
        blocks.freeAll();
        life.trim();
        int last = takeAll();
        require(last >= first - 1, "first %d pieces, later %d", first, last);
        blocks.freeAll();
        require(life.verify() == 0, "Verify found %d at the end", life.verify());
        require(life.books().liveBlocks() == 0, "the books at the end: %s", life.books());
    }

    private int takeAll() {
        int count = 0;
        long piece = life.malloc(PIECE_BYTES);
        while (piece != 0) {
            blocks.accept(piece, 4096, Blocks.ALIGNMENT);
            count++;
            piece = life.malloc(PIECE_BYTES);
        }
        require(life.lastError() == Life.ENOMEM, "the error is %d", life.lastError());
        return count;
    }

    private void everyCallSaysSo() {
        requireNone("malloc", life.malloc(2 * PIECE_BYTES));
        requireNone("calloc", life.calloc(2, PIECE_BYTES));
        requireNone("aligned", life.alignedAlloc(4096, PIECE_BYTES));
        requireNone("aligned far", life.alignedAlloc(1 << 22, 64));
        for (long block : blocks.addresses().subList(0, 20)) {
            requireNone("realloc", life.realloc(block, 600 * PIECE_BYTES));
        }
        smallOnesComeToAnEndToo();
    }

    private void smallOnesComeToAnEndToo() {
        List<Long> small = new ArrayList<>();
        for (long block = life.malloc(48); block != 0; block = life.malloc(48)) {
            small.add(block);
            require(small.size() < 1 << 22, "small blocks do not come to an end");
        }
        require(life.lastError() == Life.ENOMEM, "the error is %d", life.lastError());
        small.forEach(life::free);
    }

    private void requireNone(String call, long result) {
        require(result == 0, "%s when memory was out gave %x", call, result);
        require(life.lastError() == Life.ENOMEM, "%s: error %d", call, life.lastError());
    }

    private void freeEverySecond() {
        List<Long> held = blocks.addresses();
        for (int i = 0; i < held.size(); i += 2) {
            blocks.free(held.get(i));
        }
    }
}
