package dev.quarry.bench.workload;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.bench.build.CBuild;
import dev.quarry.bench.build.Layout;
import dev.quarry.bench.build.Variant;
import dev.quarry.bench.instr.Callgrind;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What a loop costs without its allocator is at most a tenth of what it costs with the fastest one
 */
class HarnessCostTest {
    private static final long FEW = 25_600;
    private static final long MORE = 76_800;

    @ParameterizedTest
    @CsvSource({"pair, 6.6", "churn, 6.6", "bulk, 8.0", "batch, 8.0", "mixed, 6.6"})
    void loopIsATenth(String loop, double bar) {
        Layout layout = Layout.find();
        new CBuild(layout).compile(Variant.HARNESS, loop);
        double cost = (count(layout, loop, MORE) - count(layout, loop, FEW)) / (MORE - FEW);
        assertTrue(cost <= bar, loop + " costs " + cost + " instructions per operation");
    }

    private static double count(Layout layout, String loop, long ops) {
        List<String> program = List.of(layout.binary(Variant.HARNESS, loop).toString(),
                "--ops", Long.toString(ops));
        return Callgrind.instructions(program, List.of()).orElseThrow();
    }
}
