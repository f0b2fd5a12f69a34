package dev.quarry.core.api;

import dev.quarry.core.base.Fault;
import dev.quarry.core.page.AddressSpace;
import dev.quarry.core.span.BlockState;
import dev.quarry.core.span.Span;
import dev.quarry.core.span.SpanTable;

/** Questions about addresses. Any 64-bit value may be asked about. */
public final class Query {
    private Query() {}

    /** Whether an address lies in memory that Quarry has opened. */
    public static boolean owns(long address) {
        return AddressSpace.owns(address);
    }

    /** Bytes a user may use of a block; 0 for 0; a negative fault where no user holds a block. */
    public static long usableSize(long block) {
        if (block == 0) {
            return 0;
        }
        if (!AddressSpace.isOpen(AddressSpace.granuleOf(block))) {
            return AddressSpace.owns(block) ? -Fault.NOT_A_BLOCK : -Fault.FOREIGN;
        }
        Span at = SpanTable.at(AddressSpace.unitOf(block));
        if (BlockState.in(at, block) == BlockState.LIVE) {
            return at.blockBytes;
        }
        return at.owner == null ? -Fault.NOT_A_BLOCK : -at.head().faultOf(block);
    }
}
