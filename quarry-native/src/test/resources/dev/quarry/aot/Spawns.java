import java.util.ArrayList;
import java.util.List;

/** A JVM whose threads start programs, as a shell or a build tool would, while it allocates. */
public final class Spawns {
    private Spawns() {}

    public static void main(String[] arguments) throws Exception {
        List<Thread> threads = new ArrayList<>();
        int[] done = new int[4];
        for (int i = 0; i < done.length; i++) {
            int number = i;
            Thread thread = new Thread(() -> done[number] = spawnAll(number));
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(done[0] + done[1] + done[2] + done[3] == 100 ? "ok" : "too few");
    }

    private static int spawnAll(int number) {
        int count = 0;
        try {
            for (int i = 0; i < 25; i++) {
                String word = "word" + number + i;
                Process process = new ProcessBuilder("printf", "%s", word).start();
                String said = new String(process.getInputStream().readAllBytes());
                count += process.waitFor() == 0 && said.equals(word) ? 1 : 0;
            }
        } catch (Exception e) {
            e.printStackTrace();
        }
        return count;
    }
}
