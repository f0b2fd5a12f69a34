package dev.quarry;

import dev.quarry.child.ManyChunks;
import java.util.List;
import org.junit.jupiter.api.Test;

class GrowthTest {
    @Test
    void memoryGrowsPastAChunk() {
        ChildJvm.succeed(ManyChunks.class, List.of());
    }
}
