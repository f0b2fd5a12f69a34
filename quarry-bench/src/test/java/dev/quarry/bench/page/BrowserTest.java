package dev.quarry.bench.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.bench.run.Shell;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The page as headless Chromium draws it, with no network. */
@Tag("long")
class BrowserTest {
    private static final List<String> FLAGS = List.of("--headless", "--no-sandbox",
            "--disable-gpu", "--disable-quic", "--no-first-run", "--hide-scrollbars",
            "--disable-background-networking", "--disable-component-update", "--disable-sync",
            "--window-size=1400,2000", "--host-resolver-rules=MAP * ~NOTFOUND",
            "--virtual-time-budget=5000");

    private static final int DESKTOP = 1200;
    private static final int PHONE = 390;
    private static final int PAPER = 660;

    /** Of the light page: Quarry's own marks. */
    private static final Color ACCENT = new Color(0xc8501a);

    private static final String PROBE = resource("probe.js");

    @TempDir
    Path folder;

    private Path page;

    private static String resource(String name) {
        try (var in = BrowserTest.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @BeforeEach
    void write() throws IOException {
        page = folder.resolve("report.html");
        Files.writeString(page, Page.of(List.of(Given.ofC(), Given.ofJvm())));
    }

    private String browse(Path file, String... more) {
        Path browser = Shell.which("chromium").orElseThrow(() -> new AssertionError(
                "no chromium on PATH; ./quarry test --long --install installs it"));
        List<String> command = new ArrayList<>(List.of("timeout", "120", browser.toString()));
        command.addAll(FLAGS);
        command.add("--user-data-dir=" + folder.resolve("profile"));
        command.addAll(List.of(more));
        command.add(file.toUri().toString());
        Shell.Output output = Shell.run(command);
        assertEquals(0, output.exit(), output.error());
        return new String(output.out().getBytes(StandardCharsets.ISO_8859_1),
                StandardCharsets.UTF_8);
    }

    /** What the probe saw in a frame of that width: windows have a least one. */
    private JsonNode probe(int width, String... more) throws IOException {
        String text = Files.readString(page);
        int end = text.lastIndexOf("</body>");
        Files.writeString(page, text.substring(0, end) + "<script>" + PROBE + "</script>"
                + text.substring(end));
        Path frame = folder.resolve("frame.html");
        Files.writeString(frame, """
                <pre></pre><script>onmessage = event => {
                    document.querySelector('pre').textContent = event.data;
                }</script>
                <iframe src="report.html" style="border: 0; height: 2000px; width: %dpx">
                """.formatted(width));
        List<String> flags = new ArrayList<>(List.of(more));
        flags.add("--dump-dom");
        Matcher seen = Pattern.compile("<pre>(.+?)</pre>").matcher(browse(frame,
                flags.toArray(String[]::new)));
        assertTrue(seen.find(), "the script failed before its end");
        return new JsonMapper().readTree(seen.group(1).replace("&lt;", "<").replace("&gt;", ">")
                .replace("&amp;", "&"));
    }

    private static void chartsAreDrawn(JsonNode look) {
        look.get("charts").forEach(chart -> {
            assertTrue(chart.get("paths").asInt() > 4, chart::toString);
            assertTrue(chart.get("width").asDouble() > 100, chart::toString);
            assertTrue(chart.get("width").asDouble() <= chart.get("room").asDouble() + 1,
                    chart::toString);
        });
    }

    @ParameterizedTest
    @CsvSource({DESKTOP + ",", PHONE + ",", PHONE + ",--force-dark-mode"})
    void everyChartIsDrawnAndFits(int width, String mode) throws IOException {
        JsonNode seen = mode == null ? probe(width) : probe(width, mode);
        JsonNode screen = seen.get("screen");
        assertEquals(width, screen.get("width").asInt());
        assertEquals(width, screen.get("pageWidth").asInt(), "the page is wider than its screen");
        assertEquals(seen.get("drawn").asInt(), screen.get("charts").size());
        chartsAreDrawn(screen);
        assertEquals(mode != null, isDark(screen), screen.get("back").asString());
    }

    private static boolean isDark(JsonNode look) {
        return look.get("back").asString().matches("rgb\\((\\d{1,2}), .*");
    }

    private static String text(JsonNode seen, String chart) {
        var charts = seen.at("/screen/charts");
        return IntStream.range(0, charts.size()).mapToObj(charts::get)
                .filter(one -> one.get("of").asString().equals(chart))
                .map(one -> one.get("text").asString()).findFirst().orElseThrow();
    }

    @Test
    void axesNameRowsStepsAndShares() throws IOException {
        JsonNode seen = probe(DESKTOP);
        assertTrue(text(seen, "ratio").contains("pair 16 B|burst-idle"), seen::toString);
        assertTrue(text(seen, "scaling").contains("×1|×2"), seen::toString);
        assertTrue(text(seen, "instructions").contains("pair 16 B"), seen::toString);
        assertTrue(text(seen, "resident").contains("live|freed|0.25 s|1.0 s"), seen::toString);
        assertTrue(text(seen, "latency").contains("50 %|99 %|all"), seen::toString);
    }

    @Test
    void namesAreShownAndHiddenAndRowsChosen() throws IOException {
        JsonNode seen = probe(DESKTOP);
        assertEquals(List.of("●quarry", "■glibc", "▲mimalloc", "●quarry", "▲mimalloc"),
                seen.at("/screen/names").valueStream().map(JsonNode::asString).toList());
        assertTrue(seen.get("hidden").asInt() > 3, seen::toString);
        assertEquals(0, seen.get("shownAgain").asInt());
        assertTrue(seen.get("chosen").asString().contains("0.4"), "glibc took 0.4 s");
    }

    @Test
    void paperIsLightUnfoldedAndNarrow() throws IOException {
        JsonNode seen = probe(DESKTOP, "--force-dark-mode");
        JsonNode paper = seen.get("paper");
        assertTrue(isDark(seen.get("screen")) && !isDark(paper), paper::toString);
        assertTrue(paper.get("opened").asInt() > 5, paper::toString);
        paper.get("charts").forEach(chart ->
                assertTrue(chart.get("width").asDouble() <= PAPER, chart::toString));
        chartsAreDrawn(seen.get("screenAgain"));
        assertEquals(0, seen.at("/screenAgain/opened").asInt());
    }

    @Test
    void aPictureAndAPrintCanBeMade() throws IOException {
        Path picture = folder.resolve("page.png");
        browse(page, "--screenshot=" + picture);
        BufferedImage image = ImageIO.read(picture.toFile());
        long marks = IntStream.range(0, image.getHeight()).mapToLong(y -> IntStream.range(0,
                image.getWidth()).filter(x -> image.getRGB(x, y) == ACCENT.getRGB()).count()).sum();
        assertTrue(marks > 500, "pixels in Quarry's colour: " + marks);
        Path print = folder.resolve("page.pdf");
        browse(page, "--no-pdf-header-footer", "--print-to-pdf=" + print);
        String pdf = Files.readString(print, StandardCharsets.ISO_8859_1);
        assertNotEquals(0, pdf.split("/Type /Page\\b").length - 1);
        assertTrue(pdf.startsWith("%PDF"));
    }
}
