package dev.quarry.examples;

import dev.quarry.Quarry;
import dev.quarry.QuarryArena;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/**
 * A server with a virtual thread for each connection and an arena for each request: everything that
 * a request allocates is given back when it has been answered, however that ends.
 *
 * <p>A request is the number of its bytes (a big-endian int) and a text in UTF-8; the answer is one
 * int, the number of words. A table that all threads read lies in an arena as long-lived as the
 * server.
 */
public final class WordServer implements AutoCloseable {
    private static final int MAX_REQUEST_BYTES = 1 << 20;
    private static final ValueLayout.OfInt NUMBER = ValueLayout.JAVA_INT_UNALIGNED
            .withOrder(ByteOrder.BIG_ENDIAN);

    private final ServerSocketChannel server;
    private final QuarryArena arena = Quarry.longLivedArena();

    /** For each byte 1 if it parts words. */
    private final MemorySegment separators = arena.allocate(256);

    /** Starts to serve on a free port of this host. */
    public WordServer() throws IOException {
        for (char separator : " \t\r\n".toCharArray()) {
            separators.set(ValueLayout.JAVA_BYTE, separator, (byte) 1);
        }
        server = ServerSocketChannel.open();
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        Thread.ofVirtual().start(this::accept);
    }

    /** The port it listens on. */
    public int port() {
        return server.socket().getLocalPort();
    }

    private void accept() {
        try {
            while (true) {
                SocketChannel client = server.accept();
                Thread.ofVirtual().start(() -> serve(client));
            }
        } catch (ClosedChannelException e) {
            // The server is closed.
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void serve(SocketChannel client) {
        try (client) {
            while (true) {
                answer(client);
            }
        } catch (IOException | IllegalStateException e) {
            // The client has gone, or the server's arena; the request's is closed in any case.
        }
    }

    /** One request; its arena is this thread's alone, so nothing has to be locked or counted. */
    private void answer(SocketChannel client) throws IOException {
        try (QuarryArena request = Quarry.confinedArena()) {
            MemorySegment number = request.allocate(NUMBER);
            read(client, number);
            int bytes = number.get(NUMBER, 0);
            if (bytes < 0 || bytes > MAX_REQUEST_BYTES) {
                throw new IOException("a request of " + bytes + " bytes");
            }
            MemorySegment text = request.allocateUninitialized(bytes, 1);
            read(client, text);
            number.set(NUMBER, 0, countWords(text));
            client.write(number.asByteBuffer());
        }
    }

    private int countWords(MemorySegment text) {
        int words = 0;
        boolean isInside = false;
        for (long at = 0; at < text.byteSize(); at++) {
            int character = Byte.toUnsignedInt(text.get(ValueLayout.JAVA_BYTE, at));
            boolean parts = separators.get(ValueLayout.JAVA_BYTE, character) != 0;
            words += isInside || parts ? 0 : 1;
            isInside = !parts;
        }
        return words;
    }

    private static void read(SocketChannel from, MemorySegment into) throws IOException {
        ByteBuffer buffer = into.asByteBuffer();
        while (buffer.hasRemaining()) {
            if (from.read(buffer) < 0) {
                throw new EOFException();
            }
        }
    }

    /** Asks a server for the number of words of a text. */
    public static int ask(SocketChannel server, String text) throws IOException {
        try (QuarryArena arena = Quarry.confinedArena()) {
            byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
            MemorySegment request = arena.allocateUninitialized(4 + utf8.length, 4);
            request.set(NUMBER, 0, utf8.length);
            MemorySegment.copy(utf8, 0, request, ValueLayout.JAVA_BYTE, 4, utf8.length);
            ByteBuffer buffer = request.asByteBuffer();
            while (buffer.hasRemaining()) {
                server.write(buffer);
            }
            MemorySegment answer = arena.allocate(NUMBER);
            read(server, answer);
            return answer.get(NUMBER, 0);
        }
    }

    /** Stops listening. A thread that reads the table after this is told so by an exception. */
    @Override
    public void close() throws IOException {
        server.close();
        arena.close();
    }

    /** Serves one client. */
    public static void main(String[] arguments) throws IOException {
        try (WordServer words = new WordServer();
                SocketChannel client = SocketChannel.open(new InetSocketAddress(
                        InetAddress.getLoopbackAddress(), words.port()))) {
            System.out.println(ask(client, "a quarry is where stones come from") + " words");
        }
    }
}
