package dev.quarry.aot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;

/** The books in glibc's forms: its XML parses and adds up, and so do the lines on stderr. */
class InfoTest {
    private static Programs.Result run() throws Exception {
        NativeBuild build = NativeBuild.here();
        Path program = Programs.OUTPUT.resolve("info");
        Path library = build.sharedLibrary(Variant.RELEASE);
        Gcc.gcc().add("-std=gnu17", "-O1", "-g", "-D_GNU_SOURCE", "-fno-builtin", "-Wall")
                .add("-Wextra", "-Werror", "-Wno-deprecated-declarations").quoted(build.sources())
                .output(program).add(Programs.SOURCES.resolve("info.c"))
                .add(library).add("-Wl,-rpath," + library.getParent()).run();
        Programs.Result result = Programs.run(program);
        assertEquals(0, result.exitCode(), result.errors());
        return result;
    }

    private static List<Element> children(Element parent, String name) {
        List<Element> found = new ArrayList<>();
        for (Node at = parent.getFirstChild(); at != null; at = at.getNextSibling()) {
            if (at instanceof Element element && element.getTagName().equals(name)) {
                found.add(element);
            }
        }
        return found;
    }

    private static long number(Element element, String attribute) {
        return Long.parseLong(element.getAttribute(attribute));
    }

    /** "COUNT SIZE" of the element total of a type, or the size of one that has no count. */
    private static String total(Element parent, String name, String type) {
        List<Element> found = children(parent, name).stream()
                .filter(element -> element.getAttribute("type").equals(type)).toList();
        assertEquals(1, found.size(), name + " " + type);
        Element total = found.getFirst();
        String count = total.hasAttribute("count") ? number(total, "count") + " " : "";
        return count + number(total, "size");
    }

    /** A heap's free blocks by size, added up. */
    private static String sizes(Element heap) {
        long count = 0;
        long bytes = 0;
        for (Element size : children(children(heap, "sizes").getFirst(), "size")) {
            count += number(size, "count");
            bytes += number(size, "total");
            assertEquals(number(size, "to") * number(size, "count"), number(size, "total"));
            assertTrue(number(size, "from") <= number(size, "to"));
        }
        return count + " " + bytes;
    }

    @Test
    void theDocumentIsGlibcsAndAddsUp() throws Exception {
        Programs.Result result = run();
        Element root = DocumentBuilderFactory.newInstance().newDocumentBuilder()
                .parse(new InputSource(new StringReader(result.output()))).getDocumentElement();
        assertEquals("malloc", root.getTagName());
        assertEquals("1", root.getAttribute("version"));
        long fastBlocks = 0;
        for (Element heap : children(root, "heap")) {
            assertEquals(sizes(heap), total(heap, "total", "rest"));
            fastBlocks += Long.parseLong(total(heap, "total", "fast").split(" ")[0]);
            assertEquals(total(heap, "system", "max"), total(heap, "aspace", "total"));
        }
        assertEquals(total(root, "aspace", "total"), total(root, "aspace", "mprotect"));
        assertEquals(fastBlocks, Long.parseLong(total(root, "total", "fast").split(" ")[0]));
        String sums = "fast " + total(root, "total", "fast") + " rest "
                + total(root, "total", "rest") + " mmap " + total(root, "total", "mmap")
                + " system " + total(root, "system", "current");
        assertEquals(sums, result.errors().lines().toList().getLast());
    }

    @Test
    void theLinesAddUp() throws Exception {
        Map<String, Long> totals = new java.util.HashMap<>();
        List<String> lines = run().errors().lines().toList();
        List<String> last = lines.subList(lines.indexOf("Total (incl. large blocks):"),
                lines.size() - 1);
        for (String line : last.subList(1, last.size())) {
            String[] entry = line.split(" *= ");
            totals.put(entry[0], Long.parseLong(entry[1]));
        }
        assertEquals(5, totals.size(), lines::toString);
        assertTrue(totals.get("system bytes") >= totals.get("in use bytes"), lines::toString);
        assertTrue(totals.get("in use bytes") >= totals.get("large bytes"), lines::toString);
        assertTrue(totals.get("in use blocks") >= 501, lines::toString);
    }
}
