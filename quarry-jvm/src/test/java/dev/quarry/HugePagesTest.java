package dev.quarry;

import dev.quarry.child.HugePages;
import java.util.List;
import org.junit.jupiter.api.Test;

class HugePagesTest {
    @Test
    void areAskedForOnRequestOnly() {
        ChildJvm.succeed(HugePages.class, List.of(), "kept");
        ChildJvm.succeed(HugePages.class, List.of("-Dquarry.hugePages=1"), "asked");
    }
}
