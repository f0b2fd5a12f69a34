package dev.quarry.bench.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

/** The pictures for documents: whole as XML, bars as long as their figures. */
class PicturesTest {
    private static final Map<String, String> PICTURES = Pictures.of(Given.ofC());

    private static Document parsed(String name) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder()
                .parse(new InputSource(new StringReader(PICTURES.get(name))));
    }

    private static List<Element> all(Document picture, String tag) {
        var nodes = picture.getElementsByTagName(tag);
        return IntStream.range(0, nodes.getLength()).mapToObj(i -> (Element) nodes.item(i))
                .toList();
    }

    private static List<String> words(Document picture) {
        return all(picture, "text").stream().map(Element::getTextContent).toList();
    }

    private static double width(Element bar) {
        return Double.parseDouble(bar.getAttribute("width"));
    }

    @Test
    void eachSubjectHasOne() {
        assertEquals(Set.of("c-time.svg", "c-peak-memory.svg", "c-idle.svg"), PICTURES.keySet());
        assertEquals(Set.of("jvm-time.svg"), Pictures.of(Given.ofJvm()).keySet());
    }

    /** Against glibc two wins, a tie and a loss. */
    @Test
    void verdictsAreAsLongAsTheirCounts() throws Exception {
        Document picture = parsed("c-time.svg");
        List<Element> bars = all(picture, "rect").subList(0, 3);
        assertEquals(List.of("win", "tie", "loss"),
                bars.stream().map(bar -> bar.getAttribute("class")).toList());
        assertEquals(2 * width(bars.get(2)), width(bars.get(0)), 0.1);
        assertTrue(words(picture).containsAll(List.of("glibc", "mimalloc", "2", "1")));
    }

    @Test
    void whatStaysIsShownOfAllThatRan() throws Exception {
        Document picture = parsed("c-idle.svg");
        List<Element> bars = all(picture, "rect");
        assertEquals(2, bars.size(), "mimalloc failed");
        assertEquals(List.of("mimalloc", "failed"),
                words(picture).subList(words(picture).size() - 2, words(picture).size()));
        assertEquals("ours", bars.get(1).getAttribute("class"), "the least comes first");
        assertEquals(4 * width(bars.get(0)), width(bars.get(1)), 0.1);
        assertTrue(words(picture).containsAll(List.of("1.00 MB", "4.00 MB")));
    }
}
