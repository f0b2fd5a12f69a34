package dev.quarry.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class WordServerTest {
    private static SocketChannel connect(WordServer server) throws IOException {
        return SocketChannel.open(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
    }

    @Test
    void countsWords() throws Exception {
        try (WordServer server = new WordServer(); SocketChannel client = connect(server)) {
            assertEquals(0, WordServer.ask(client, ""));
            assertEquals(0, WordServer.ask(client, " \n\t"));
            assertEquals(1, WordServer.ask(client, "Stein"));
            assertEquals(4, WordServer.ask(client, "  ein Stein\nund größer "));
            assertEquals(100_000, WordServer.ask(client, "stone ".repeat(100_000)));
        }
    }

    @Test
    void manyClientsLeaveNothingBehind() throws Exception {
        try (WordServer server = new WordServer()) {
            long before = Live.bytes();
            AtomicInteger right = new AtomicInteger();
            List<Thread> clients = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                int words = i;
                clients.add(Thread.ofVirtual().start(() -> {
                    try (SocketChannel client = connect(server)) {
                        for (int round = 0; round < 20; round++) {
                            String text = "word ".repeat(words * round);
                            right.addAndGet(
                                    WordServer.ask(client, text) == words * round ? 1 : 0);
                        }
                    } catch (IOException e) {
                        throw new AssertionError(e);
                    }
                }));
            }
            for (Thread client : clients) {
                client.join();
            }
            assertEquals(1000, right.get());
            awaitBytes(before);
        }
    }

    /** A request that is cut off, or too long, ends its connection and gives its arena back. */
    @Test
    void badRequestsLeaveNothingBehind() throws Exception {
        try (WordServer server = new WordServer()) {
            long before = Live.bytes();
            for (int length : new int[] {-1, Integer.MAX_VALUE, 500_000}) {
                try (SocketChannel client = connect(server)) {
                    client.write(ByteBuffer.allocate(4).putInt(length).flip());
                    client.shutdownOutput();
                    assertEquals(-1, client.read(ByteBuffer.allocate(1)));
                }
            }
            awaitBytes(before);
        }
    }

    /** The server's threads close their arenas a moment after the client has seen the end. */
    private static void awaitBytes(long bytes) throws InterruptedException {
        for (int looks = 0; looks < 200 && Live.bytes() != bytes; looks++) {
            Thread.sleep(20);
        }
        assertEquals(bytes, Live.bytes());
    }

    /** Nor does it answer whom it has accepted, and it holds no memory. */
    @Test
    void aClosedServerAcceptsNobody() throws Exception {
        long before = Live.bytes();
        WordServer server = new WordServer();
        int port = server.port();
        try (SocketChannel client = connect(server)) {
            assertEquals(2, WordServer.ask(client, "two words"));
            server.close();
            assertThrows(IOException.class, () -> WordServer.ask(client, "two words"));
        }
        awaitBytes(before);
        assertThrows(IOException.class, () -> SocketChannel.open(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port)));
    }

    @Test
    void theProgramRuns() {
        assertEquals("7 words\n", Live.outputOf(() -> WordServer.main(new String[0])));
    }
}
