package dev.quarry.bench.cli;

import dev.quarry.bench.build.Layout;
import dev.quarry.bench.page.Page;
import dev.quarry.bench.page.Pictures;
import dev.quarry.bench.result.ResultFiles;
import dev.quarry.bench.result.RunResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bench report}: the page with charts, from the raw files of earlier runs. */
@Command(name = "report", sortOptions = false,
        description = "Writes one HTML page with charts from the raw files of earlier runs.")
public final class ReportCommand implements Callable<Integer> {

    @Parameters(paramLabel = "LABEL", arity = "1..*",
            description = "A run in quarry-bench/results, or a folder with runs, such as that of"
                    + " bench all; their order is the page's.")
    private List<Path> labels;

    @Option(names = "--out", paramLabel = "FILE",
            description = "The page (default: report.html in the first folder).")
    private Path out;

    @Option(names = "--pictures", paramLabel = "DIR",
            description = "Also write some pictures for documents there, as SVG.")
    private Path pictures;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        return Runs.exitCode(spec, () -> write(Layout.find()));
    }

    private int write(Layout layout) {
        List<Path> folders = labels.stream().map(layout.results()::resolve).toList();
        List<RunResult> runs = folders.stream().flatMap(folder ->
                ResultFiles.within(folder).stream()).map(ResultFiles::read).toList();
        Path page = out != null ? out : folders.getFirst().resolve("report.html");
        try {
            Files.writeString(page, Page.of(runs));
            if (pictures != null) {
                Files.createDirectories(pictures);
                for (RunResult run : runs) {
                    writePictures(run);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        spec.commandLine().getOut().println("Report: " + layout.shown(page));
        spec.commandLine().getOut().flush();
        return 0;
    }

    private void writePictures(RunResult run) throws IOException {
        for (Map.Entry<String, String> picture : Pictures.of(run).entrySet()) {
            Files.writeString(pictures.resolve(picture.getKey()), picture.getValue());
        }
    }
}
