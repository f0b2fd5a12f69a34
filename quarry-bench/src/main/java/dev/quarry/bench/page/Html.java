package dev.quarry.bench.page;

import dev.quarry.bench.report.TextTable;
import java.util.List;

/** Writes elements; what stands between them is escaped. */
final class Html {
    private final StringBuilder text = new StringBuilder();

    /** Attributes are names and values in turn. */
    Html open(String tag, String... attributes) {
        text.append('<').append(tag);
        for (int i = 0; i < attributes.length; i += 2) {
            text.append(' ').append(attributes[i]).append("=\"").append(escaped(attributes[i + 1]))
                    .append('"');
        }
        text.append('>');
        return this;
    }

    Html close(String tag) {
        text.append("</").append(tag).append(">\n");
        return this;
    }

    /** An element with nothing but words in it. */
    Html leaf(String tag, String words, String... attributes) {
        open(tag, attributes);
        text.append(escaped(words));
        return close(tag);
    }

    Html words(String words) {
        text.append(escaped(words));
        return this;
    }

    /** The heads' and each line's first cell are headings. */
    Html table(List<List<String>> lines, String style) {
        open("div", "class", "scroll").open("table", "class", style).open("thead").open("tr");
        lines.getFirst().forEach(head -> leaf("th", head, "scope", "col"));
        close("tr").close("thead").open("tbody");
        for (List<String> line : lines.subList(1, lines.size())) {
            open("tr").leaf("th", line.getFirst(), "scope", "row");
            line.subList(1, line.size()).forEach(cell -> leaf("td", cell));
            close("tr");
        }
        return close("tbody").close("table").close("div");
    }

    /** Under its title, folded. */
    Html folded(TextTable table) {
        open("details").leaf("summary", table.title());
        return table(table.lines(), "figures").close("details");
    }

    static String escaped(String words) {
        return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
