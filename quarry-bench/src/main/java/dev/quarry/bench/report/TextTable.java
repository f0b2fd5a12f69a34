package dev.quarry.bench.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A table in plain text: the first column to the left, the others to the right. */
public final class TextTable {
    private final String title;
    private final List<List<String>> lines = new ArrayList<>();

    public TextTable(String title, List<String> heads) {
        this.title = title;
        lines.add(heads);
    }

    public void add(List<String> cells) {
        lines.add(cells);
    }

    public String title() {
        return title;
    }

    /** The heads first. */
    public List<List<String>> lines() {
        return Collections.unmodifiableList(lines);
    }

    public boolean isEmpty() {
        return lines.size() == 1;
    }

    @Override
    public String toString() {
        int columns = lines.stream().mapToInt(List::size).max().orElse(0);
        int[] widths = new int[columns];
        for (List<String> line : lines) {
            for (int i = 0; i < line.size(); i++) {
                widths[i] = Math.max(widths[i], line.get(i).length());
            }
        }
        var text = new StringBuilder(title).append("\n\n");
        for (int row = 0; row < lines.size(); row++) {
            text.append(line(lines.get(row), widths)).append('\n');
            if (row == 0) {
                text.append(rule(widths)).append('\n');
            }
        }
        return text.toString();
    }

    private static String line(List<String> cells, int[] widths) {
        var text = new StringBuilder();
        for (int i = 0; i < cells.size(); i++) {
            String padding = " ".repeat(widths[i] - cells.get(i).length());
            text.append(i == 0 ? cells.get(i) + padding : "  " + padding + cells.get(i));
        }
        return text.toString().stripTrailing();
    }

    private static String rule(int[] widths) {
        int total = -2;
        for (int width : widths) {
            total += width + 2;
        }
        return "-".repeat(Math.max(1, total));
    }
}
