package dev.quarry.bench.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.bench.build.Layout;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Columns that the user adds: an earlier build of Quarry, and the same library with variables. */
class PeersTest {
    private static final Path TODAY = Path.of("today/libquarry.so");
    private static final Path EARLIER = Path.of("p0/libquarry.so");

    private static Peers find(String... tunings) {
        return Peers.find(Layout.find(), Map.of(Peer.QUARRY, TODAY, "p0", EARLIER),
                List.of(tunings).stream().map(Tuning::parse).toList());
    }

    private static Peer column(Peers peers, String name) {
        return peers.columns().stream().filter(peer -> peer.name().equals(name)).findFirst()
                .orElseThrow();
    }

    @Test
    void anEarlierBuildStandsBesideTodays() {
        Peers peers = find();
        assertEquals(Optional.of(TODAY), peers.allocators().getFirst().library());
        assertEquals(Optional.of(EARLIER), column(peers, "p0").library());
    }

    @Test
    void aTunedColumnIsTheSameLibraryWithVariables() {
        Peers peers = find("small:QUARRY_MAGAZINE_BLOCKS=8,QUARRY_MAGAZINE_BYTES=0",
                "bins@glibc:GLIBC_TUNABLES=glibc.malloc.tcache_count=0", "old@p0:A=b,c:d,B=");
        Peer small = column(peers, "small");
        assertEquals(Optional.of(TODAY), small.library());
        assertEquals(Map.of("QUARRY_MAGAZINE_BLOCKS", "8", "QUARRY_MAGAZINE_BYTES", "0"),
                small.environment());
        assertTrue(small.assignments().containsAll(
                List.of("LD_PRELOAD=" + TODAY, "QUARRY_MAGAZINE_BLOCKS=8")));
        assertEquals(Peer.Kind.SYSTEM, column(peers, "bins").kind());
        assertEquals(List.of("GLIBC_TUNABLES=glibc.malloc.tcache_count=0"),
                column(peers, "bins").assignments());
        assertEquals(Map.of("A", "b,c:d", "B", ""), column(peers, "old").environment());
        assertEquals(Map.of(), column(peers, Peer.QUARRY).environment());
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "x:", "x:A", ":A=1", "x:1=2", "x@:A=1", "no such:A=1",
        "x@nobody:A=1", "glibc:A=1", "p0:A=1"})
    void whatIsNoColumnIsRefused(String text) {
        assertThrows(IllegalArgumentException.class, () -> find(text));
    }
}
