package dev.quarry.bench.run;

import java.io.PrintStream;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** A bar on a terminal, a line per completed row elsewhere. */
public final class Meters {

    private Meters() {
    }

    public static Meter choose(PrintStream stream) {
        return System.console() != null && System.console().isTerminal() ? new Bar()
                : new Lines(stream);
    }

    private static final class Lines implements Meter {
        private final PrintStream stream;

        Lines(PrintStream stream) {
            this.stream = stream;
        }

        @Override
        public void phase(String name, long steps) {
            stream.println(name + ": " + steps + " runs");
        }

        @Override
        public void step(String what) {
            // A line per run would bury the rows.
        }

        @Override
        public void skip(long steps) {
            // Nothing is shown that could be ahead.
        }

        @Override
        public void done(String line) {
            stream.println("  " + line);
        }

        @Override
        public void close() {
            stream.flush();
        }
    }

    private static final class Bar implements Meter {
        private ProgressBar bar;

        @Override
        public void phase(String name, long steps) {
            close();
            bar = new ProgressBarBuilder().setTaskName(name).setInitialMax(steps)
                    .setStyle(ProgressBarStyle.ASCII).setUpdateIntervalMillis(500).build();
        }

        @Override
        public void step(String what) {
            bar.setExtraMessage(what);
            bar.step();
        }

        @Override
        public void skip(long steps) {
            bar.stepBy(steps);
        }

        @Override
        public void done(String line) {
            // The tables follow at the end.
        }

        @Override
        public void close() {
            if (bar != null) {
                bar.close();
            }
            bar = null;
        }
    }
}
