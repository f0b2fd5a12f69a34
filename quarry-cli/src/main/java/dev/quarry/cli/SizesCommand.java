package dev.quarry.cli;

import dev.quarry.core.tune.Geometry;
import dev.quarry.core.tune.SizeClasses;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints the table of size classes, with what each wastes at worst. */
@Command(
        name = "sizes",
        header = "Print the size classes: block, span, blocks in a span, worst waste.",
        synopsisHeading = "%nUsage: ",
        description = {
            "",
            "Worst waste is the share of a block that the smallest request it serves leaves"
                    + " unused. Span rest is what remains behind the last block of a span."
        },
        optionListHeading = "%nOptions:%n")
final class SizesCommand implements Runnable {
    private static final String HEAD = "%5s  %8s  %8s  %6s  %9s  %-13s  %6s%n";
    private static final String ROW = "%5d  %8d  %8d  %6d  %9d  %5d to %5d  %5.1f%%%n";

    @Spec CommandSpec spec;

    /** One class: requests of {@code least} to {@code blockBytes} bytes. */
    record Row(int sizeClass, long least, long blockBytes, long spanBytes) {
        long blocks() {
            return spanBytes / blockBytes;
        }

        long spanRest() {
            return spanBytes - blocks() * blockBytes;
        }

        /** Percent of a block that its smallest request leaves unused. */
        double worstWaste() {
            return 100.0 * (blockBytes - least) / blockBytes;
        }
    }

    /** The row of a class; the tables are filled. */
    static Row row(int sizeClass) {
        long least = sizeClass == 0 ? 1 : SizeClasses.blockBytes(sizeClass - 1) + 1L;
        return new Row(
                sizeClass,
                least,
                SizeClasses.blockBytes(sizeClass),
                Geometry.UNIT_BYTES << SizeClasses.spanOrder(sizeClass));
    }

    @Override
    public void run() {
        SizeClasses.init();
        PrintWriter out = spec.commandLine().getOut();
        out.printf(HEAD, "class", "block", "span", "blocks", "span rest", "requests", "waste");
        for (int sizeClass = 0; sizeClass < SizeClasses.COUNT; sizeClass++) {
            Row row = row(sizeClass);
            out.printf(
                    ROW,
                    row.sizeClass(),
                    row.blockBytes(),
                    row.spanBytes(),
                    row.blocks(),
                    row.spanRest(),
                    row.least(),
                    row.blockBytes(),
                    row.worstWaste());
        }
        out.flush();
    }
}
