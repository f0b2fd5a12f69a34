import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/** Many threads with memory from malloc, all of it given back; then waits for the file "end". */
class Trimmed {
    static long work(int task) {
        Deflater deflater = new Deflater(1 + task % 9);
        byte[] text = ("task " + task + " and more of it ").repeat(3000).getBytes();
        deflater.setInput(text);
        deflater.finish();
        byte[] packed = new byte[text.length];
        CRC32 sum = new CRC32();
        sum.update(packed, 0, deflater.deflate(packed));
        deflater.end();
        try (Arena arena = Arena.ofConfined()) {
            for (int i = 0; i < 2000; i++) {
                MemorySegment segment = arena.allocate(100 + i * 37L % 9000);
                segment.fill((byte) i);
                sum.update(segment.asSlice(0, 8).toArray(java.lang.foreign.ValueLayout.JAVA_BYTE));
            }
        }
        return sum.getValue();
    }

    public static void main(String[] args) throws Exception {
        int tasks = 60 * Integer.parseInt(args[0]);
        long sum = 0;
        try (var pool = Executors.newFixedThreadPool(12)) {
            var work = IntStream.range(0, tasks).mapToObj(i -> (Callable<Long>) () -> work(i));
            for (var result : pool.invokeAll(work.toList())) {
                sum += result.get();
            }
        }
        System.out.println("sum " + sum);
        Files.createFile(Path.of("freed"));
        while (!Files.exists(Path.of("end"))) {
            Thread.sleep(20);
        }
    }
}
