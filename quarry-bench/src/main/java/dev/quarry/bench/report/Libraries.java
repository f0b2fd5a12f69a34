package dev.quarry.bench.report;

import dev.quarry.bench.result.PeerInfo;
import dev.quarry.bench.result.RunResult;
import java.util.List;

/** Which builds of the allocators were measured. */
final class Libraries {
    private final RunResult result;

    Libraries(RunResult result) {
        this.result = result;
    }

    TextTable table() {
        var table = new TextTable("Allocators", List.of("Name", "version", "file", "bytes",
                "code bytes", "set"));
        for (PeerInfo peer : result.peers()) {
            if (peer.bytes() > 0 && !peer.name().endsWith("-again")) {
                table.add(List.of(peer.name(), peer.version(), peer.file(),
                        Long.toString(peer.bytes()), Long.toString(peer.code()),
                        peer.tuned().isEmpty() ? Format.NONE : peer.settings()));
            }
        }
        return table;
    }
}
