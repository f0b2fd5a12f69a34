package dev.quarry;

import dev.quarry.child.EndingThreads;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Platform threads come and go; what they leave serves those that follow. */
class PlatformThreadsTest {
    /** The Java heap is touched beforehand, so that what is resident changes by Quarry alone. */
    @Test
    void tenThousandEndWithBlocksOut() {
        ChildJvm.succeed(
                EndingThreads.class,
                List.of(
                        "-Xms64m",
                        "-Xmx64m",
                        "-XX:+AlwaysPreTouch",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1"));
    }
}
