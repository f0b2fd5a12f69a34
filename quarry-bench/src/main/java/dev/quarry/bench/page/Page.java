package dev.quarry.bench.page;

import dev.quarry.bench.result.RunResult;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/** The report on some runs as one HTML file that needs no other. */
public final class Page {
    private static final Pattern PLACE = Pattern.compile("\\{\\{(\\w+)}}");
    private static final List<String> OF_A_RUN = List.of("quarry revision", "load at start");
    private static final JsonMapper MAPPER = new JsonMapper();

    private final List<RunResult> runs;
    private final List<ChartData> data;

    private Page(List<RunResult> runs) {
        this.runs = runs;
        this.data = runs.stream().map(ChartData::of).toList();
    }

    /** In this order; at least one. */
    public static String of(List<RunResult> runs) {
        return new Page(runs).text();
    }

    private String text() {
        Map<String, String> parts = new LinkedHashMap<>();
        parts.put("title", Html.escaped("Quarry: " + runs.stream().map(RunResult::label)
                .collect(Collectors.joining(", "))));
        parts.put("style", resource("page.css"));
        parts.put("head", head());
        parts.put("links", links());
        parts.put("machine", machine());
        parts.put("lives", IntStream.range(0, runs.size())
                .mapToObj(i -> new Life(runs.get(i), data.get(i), i).text())
                .collect(Collectors.joining()));
        parts.put("licence", Html.escaped(Stream.of("NOTICE", "LICENSE", "LICENSE-d3")
                .map(name -> resource("echarts/" + name)).collect(Collectors.joining("\n\n"))));
        parts.put("data", json());
        parts.put("echarts", script("echarts/echarts.common.min.js"));
        parts.put("charts", script("charts.js"));
        parts.put("script", script("page.js"));
        return PLACE.matcher(resource("page.html")).replaceAll(place ->
                Matcher.quoteReplacement(parts.get(place.group(1))));
    }

    /** The machine of the first run, in one line. */
    private String head() {
        Map<String, String> facts = runs.getFirst().machine().facts();
        return Html.escaped(facts.getOrDefault("processors", "?") + " × " + Stream.of("processor",
                "memory", "kernel", "distribution", "c library").filter(facts::containsKey)
                .map(facts::get).collect(Collectors.joining(", ")));
    }

    private String links() {
        var html = new Html();
        IntStream.range(0, runs.size()).forEach(i -> html.leaf("a", Life.title(runs.get(i)),
                "href", "#" + Life.anchor(i)));
        return html.toString();
    }

    private String machine() {
        var html = new Html();
        html.open("dl", "class", "machine");
        runs.getFirst().machine().facts().forEach((name, value) -> {
            if (!OF_A_RUN.contains(name)) {
                html.open("div").leaf("dt", name).leaf("dd", value).close("div");
            }
        });
        return html.close("dl").toString();
    }

    /** No character of it can end the element it stands in. */
    private String json() {
        return MAPPER.writeValueAsString(data).replace("<", "\\u003c");
    }

    private static String script(String name) {
        return resource(name).replace("</script", "<\\/script");
    }

    private static String resource(String name) {
        try (InputStream in = Page.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the suite was built without " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
