package dev.quarry.bench.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.quarry.bench.build.CBuild;
import dev.quarry.bench.build.Layout;
import dev.quarry.bench.build.Variant;
import dev.quarry.bench.run.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What the counting allocator saw of one run of a workload. */
record Count(long operationsPrinted, Map<String, Long> values) {
    private static final Layout LAYOUT = Layout.find();

    static Count of(String workload, String... arguments) throws IOException {
        var build = new CBuild(LAYOUT);
        build.compileTools();
        build.compile(Variant.DYNAMIC, workload);
        Path file = Files.createTempFile("counting", ".txt");
        try {
            List<String> command = new ArrayList<>();
            command.add(LAYOUT.binary(Variant.DYNAMIC, workload).toString());
            command.addAll(List.of(arguments));
            Shell.Output output = Shell.run(command, Map.of("LD_PRELOAD",
                    LAYOUT.countingAllocator().toString(), "QUARRY_COUNTING", file.toString()));
            assertEquals(0, output.exit(), output.error());
            return new Count(parse(output.out()).get("ops"), parse(Files.readString(file)));
        } finally {
            Files.delete(file);
        }
    }

    private static Map<String, Long> parse(String line) {
        Map<String, Long> values = new HashMap<>();
        for (String word : line.strip().split(" ")) {
            String[] pair = word.split("=");
            if (pair.length == 2 && pair[1].matches("-?[0-9]+")) {
                values.put(pair[0], Long.valueOf(pair[1]));
            }
        }
        return values;
    }

    long get(String name) {
        return values.getOrDefault(name, 0L);
    }

    /** The share of requests above half of and up to so many bytes. */
    double share(int upTo) {
        return (double) get("le_" + upTo) / (get("allocated") + get("reallocated"));
    }

    /** The share of requests of at most so many bytes, a power of two. */
    double shareUpTo(int bytes) {
        long count = 0;
        for (int bucket = 1; bucket <= bytes; bucket *= 2) {
            count += get("le_" + bucket);
        }
        return (double) count / (get("allocated") + get("reallocated"));
    }
}
