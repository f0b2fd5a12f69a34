package dev.quarry.bench.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.bench.result.RunResult;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the page says of given results, and that it needs nothing but itself. */
class PageTest {
    private static final String PAGE = Page.of(List.of(Given.ofC(), Given.ofJvm()));

    private static String between(String from, String to) {
        int begin = PAGE.indexOf(from);
        assertTrue(begin >= 0, "not on the page: " + from);
        return PAGE.substring(begin + from.length(), PAGE.indexOf(to, begin + from.length()));
    }

    private static JsonNode data(RunResult... runs) {
        Matcher json = Pattern.compile("id=\"data\">(.*?)</script>")
                .matcher(Page.of(List.of(runs)));
        assertTrue(json.find());
        return new JsonMapper().readTree(json.group(1));
    }

    private static void contains(String part) {
        assertTrue(PAGE.contains(part), "not on the page: " + part);
    }

    @Test
    void everyLossIsNamed() {
        contains("Time, or what a row is about: 2<");
        contains("<th scope=\"row\">burst-idle</th>\n<td>glibc\u00a04.00</td>");
        contains("<th scope=\"row\">larson x2</th>\n<td>mimalloc\u00a01.50</td>\n<td>0.5 %</td>");
        assertTrue(PAGE.indexOf("glibc\u00a04.00") < PAGE.indexOf("mimalloc\u00a01.50"),
                "the worst first");
        assertFalse(Page.of(List.of(Given.ofJvm())).contains("Peak memory: "),
                "no losses of what was not measured");
    }

    @Test
    void winsTiesAndLossesAreCounted() {
        String line = between("<th scope=\"row\">glibc</th>", "</tr>");
        for (String count : List.of("win\">2<", "tie\">1<", "loss\">1<")) {
            assertTrue(line.contains("title=\"" + count), line);
        }
        String failed = between("<th scope=\"row\">mimalloc</th>", "</tr>");
        assertTrue(failed.contains("title=\"failed\">1<"), failed);
        contains("<td>mimalloc: killed</td>");
    }

    @Test
    void theMachineTheRunAndWhatWasMissingAreTold() {
        contains("<dt>kernel</dt>\n<dd>Linux</dd>");
        contains("revision abc1234");
        contains("<code>./quarry bench c</code>");
        contains("Note: tcmalloc is not installed");
    }

    @Test
    void chartsHaveTheirFigures() {
        JsonNode run = data(Given.ofC()).get(0);
        JsonNode larson = run.get("rows").get(2);
        assertEquals(0.15, larson.at("/figures/0/medians/quarry").asDouble());
        assertEquals("threads", larson.get("group").asString());
        assertEquals(136, run.at("/instructions/0/perOperation/glibc").asDouble());
        assertEquals("alone", run.at("/rows/0/group").asString());
    }

    @Test
    void aCurveGoesByTime() {
        JsonNode curve = data(Given.ofC()).at("/0/rows/3/curve");
        assertEquals("[\"live\",\"freed\",\"0.25 s\",\"1.0 s\"]", curve.get("steps").toString());
        assertEquals("[8.0,6.0,5.0,4.0]", curve.at("/values/quarry").toString());
        assertFalse(curve.get("values").has("mimalloc"), "it failed");
    }

    @Test
    void latenciesGoByShare() {
        JsonNode curve = data(Given.ofJvm()).at("/0/rows/0/curve");
        assertEquals("[\"50 %\",\"99 %\",\"all\"]", curve.get("steps").toString());
        assertEquals("[30.0,180.0,10000.0]", curve.at("/values/mimalloc").toString());
    }

    @Test
    void aChartIsThereForWhatWasMeasured() {
        for (String chart : List.of("ratio", "scaling", "instructions", "resident", "figures",
                "latency")) {
            contains("data-chart=\"" + chart + "\"");
        }
        String jvm = Page.of(List.of(Given.ofJvm()));
        for (String chart : List.of("instructions", "resident", "scaling")) {
            assertFalse(jvm.contains("data-chart=\"" + chart + "\""), chart);
        }
    }

    @Test
    void namesAreNoMarkup() {
        contains("a &lt;b&gt;&amp;&quot;label&quot;&lt;/script&gt;");
        assertFalse(PAGE.contains("<b>&"), "a label became markup");
    }

    /** No element that could ask for something, and a policy that would refuse it. */
    @Test
    void nothingIsFetched() {
        contains("content=\"default-src 'none'; style-src 'unsafe-inline';");
        String own = PAGE.replaceFirst("(?s)<script>\\s*/\\*.*?</script>", "");
        assertTrue(own.length() < PAGE.length() / 2, "the library is in the page");
        for (String request : List.of("src=", "<link", "@import", "url(", "http:", "https:")) {
            assertFalse(own.replaceFirst("(?s)<pre>.*?</pre>", "").contains(request), request);
        }
    }

    @Test
    void theLicenceOfTheLibraryIsKept() {
        contains("Copyright 2017-2022 The Apache Software Foundation");
        contains("TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION");
        contains("* Licensed to the Apache Software Foundation (ASF)");
    }
}
