package dev.quarry;

import dev.quarry.child.ManyChunks;
import dev.quarry.child.ManyFrees;
import java.util.List;
import org.junit.jupiter.api.Test;

class GrowthTest {
    @Test
    void memoryGrowsPastAChunk() {
        ChildJvm.succeed(ManyChunks.class, List.of());
    }

    @Test
    void mappingsStayFew() {
        ChildJvm.succeed(ManyFrees.class, List.of());
    }
}
