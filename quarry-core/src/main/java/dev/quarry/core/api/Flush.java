package dev.quarry.core.api;

import dev.quarry.core.base.Fault;
import dev.quarry.core.base.Tls;
import dev.quarry.core.owner.Give;
import dev.quarry.core.owner.Heap;
import dev.quarry.core.owner.RemoteFrees;
import dev.quarry.core.page.AddressSpace;
import dev.quarry.core.span.Span;
import dev.quarry.core.span.SpanTable;

/** The slow twin of {@link Free}. */
final class Flush {
    private Flush() {}

    /** Whether a block, if it is one, has at least so many bytes. */
    static boolean isWithin(long block, long bytes) {
        long usable = Query.usableSize(block);
        return usable <= 0 || Long.compareUnsigned(bytes, usable) <= 0;
    }

    static int wrongSize(long block) {
        return Fault.raise(Fault.WRONG_SIZE, block);
    }

    static int freeSlow(Heap heap, long block) {
        if (block == 0) {
            return Fault.NONE;
        }
        Tls.ensureStack();
        int fault = AddressSpace.owns(block) ? freeOwned(heap, block) : Fault.FOREIGN;
        return fault == Fault.NONE ? fault : Fault.raise(fault, block);
    }

    private static int freeOwned(Heap heap, long block) {
        Span at = SpanTable.at(AddressSpace.unitOf(block));
        Heap owner = at.owner;
        if (owner == null) {
            return Large.free(at, block);
        }
        if ((owner == heap || owner.isShared) && owner.lock()) {
            int fault = Give.block(owner, at, block);
            owner.unlock();
            return fault;
        }
        return RemoteFrees.post(owner, at, block);
    }
}
