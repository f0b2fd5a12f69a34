package dev.quarry.bench.page;

import java.util.List;
import java.util.Locale;

/**
 * Horizontal bars as an SVG file of its own, for places where no script runs: light or dark as its
 * reader's screen is.
 */
final class Picture {
    private static final int LABEL_WIDTH = 132;
    private static final int BAR_WIDTH = 420;
    private static final int NOTE_WIDTH = 148;
    private static final int WIDTH = LABEL_WIDTH + BAR_WIDTH + NOTE_WIDTH;
    private static final int TOP = 58;
    private static final int STEP = 26;
    private static final int BAR_HEIGHT = 18;
    private static final int TEXT_DOWN = 13;
    private static final int GAP = 8;
    private static final int LEAST_FOR_WORDS = 18;

    private static final String STYLE = """
            text { font: 13px system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif;
              fill: #1d1c1a; }
            .title { font-size: 16px; font-weight: 650; } .note { fill: #6a6761; }
            .label { text-anchor: end; } .in { fill: #fff; text-anchor: middle; font-size: 11px; }
            .win { fill: #2a6f97; } .tie { fill: #a8a297; } .loss { fill: #b5383a; }
            .ours { fill: #c8501a; } .theirs { fill: #8d877d; }
            @media (prefers-color-scheme: dark) {
              text { fill: #ece8e1; } .note { fill: #a09a90; }
            }
            """;

    /** A stretch of a bar; the style is one of those above, the words stand inside. */
    record Part(double length, String style, String words) {
    }

    /** A line: its label, its bar, and what stands to the right of the bar. */
    record Bar(String label, List<Part> parts, String note) {
        double length() {
            return parts.stream().mapToDouble(Part::length).sum();
        }
    }

    private final Html svg = new Html();

    private Picture() {
    }

    static String of(String title, String note, List<Bar> bars) {
        return new Picture().text(title, note, bars);
    }

    private String text(String title, String note, List<Bar> bars) {
        int height = TOP + bars.size() * STEP + GAP;
        svg.open("svg", "xmlns", "http://www.w3.org/2000/svg", "viewBox",
                "0 0 " + WIDTH + " " + height, "width", number(WIDTH), "height", number(height),
                "role", "img", "aria-label", title);
        svg.leaf("style", STYLE);
        words(GAP, 22, "title", title);
        words(GAP, 42, "note", note);
        double longest = bars.stream().mapToDouble(Bar::length).max().orElse(1);
        for (int i = 0; i < bars.size(); i++) {
            bar(bars.get(i), TOP + i * STEP, BAR_WIDTH / longest);
        }
        return svg.close("svg").toString();
    }

    private void bar(Bar bar, int y, double scale) {
        words(LABEL_WIDTH - GAP, y + TEXT_DOWN, "label", bar.label);
        double x = LABEL_WIDTH;
        for (Part part : bar.parts) {
            double width = part.length * scale;
            svg.open("rect", "class", part.style, "x", number(x), "y", number(y), "width",
                    number(width), "height", number(BAR_HEIGHT)).close("rect");
            if (width >= LEAST_FOR_WORDS) {
                words(x + width / 2, y + TEXT_DOWN, "in", part.words);
            }
            x += width;
        }
        words(x + GAP, y + TEXT_DOWN, "note", bar.note);
    }

    private void words(double x, double y, String style, String words) {
        svg.leaf("text", words, "class", style, "x", number(x), "y", number(y));
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value).replaceFirst("\\.0$", "");
    }
}
