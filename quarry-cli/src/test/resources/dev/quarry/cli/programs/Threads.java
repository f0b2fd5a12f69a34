import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.zip.Deflater;

/** Threads that come and go, each with memory from malloc: zlib, arenas, direct buffers. */
class Threads {
    static long work(int task) {
        byte[] text = ("task " + task + " ").repeat(5000).getBytes();
        Deflater deflater = new Deflater();
        deflater.setInput(text);
        deflater.finish();
        byte[] packed = new byte[text.length];
        long sum = deflater.deflate(packed);
        deflater.end();
        for (int i = 0; i < 50; i++) {
            try (Arena arena = Arena.ofConfined()) {
                var segment = arena.allocate(16L + 97L * i);
                segment.set(ValueLayout.JAVA_INT, 0, i);
                sum += segment.get(ValueLayout.JAVA_INT, 0);
            }
        }
        return sum + ByteBuffer.allocateDirect(1000 * (task % 90)).capacity();
    }

    public static void main(String[] args) throws Exception {
        long sum = 0;
        for (int round = 0; round < 3; round++) {
            List<Callable<Long>> tasks =
                    IntStream.range(0, 200)
                            .mapToObj(task -> (Callable<Long>) () -> work(task))
                            .toList();
            try (var pool = Executors.newFixedThreadPool(16)) {
                for (Future<Long> result : pool.invokeAll(tasks)) {
                    sum += result.get();
                }
            }
            try (var pool = Executors.newVirtualThreadPerTaskExecutor()) {
                for (Future<Long> result : pool.invokeAll(tasks)) {
                    sum += result.get();
                }
            }
        }
        System.out.println("sum " + sum);
        System.exit(9);
    }
}
