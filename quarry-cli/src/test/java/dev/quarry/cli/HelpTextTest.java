package dev.quarry.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/**
 * The script prints help from files, so that it works before anything is built and at once. These
 * files are what the commands themselves say; {@code -Dquarry.help.write=true} writes them anew.
 */
class HelpTextTest {
    private static final Path FOLDER = Path.of("src/main/help");

    /** Every command's help by file name. */
    private static Map<String, String> texts() {
        Map<String, String> texts = new TreeMap<>();
        CommandLine main = Main.commandLine();
        texts.put("quarry.txt", main.getUsageMessage(Ansi.OFF));
        main.getSubcommands()
                .forEach((name, c) -> texts.put(name + ".txt", c.getUsageMessage(Ansi.OFF)));
        return texts;
    }

    @Test
    void theFilesSayWhatTheCommandsSay() throws IOException {
        if (Boolean.getBoolean("quarry.help.write")) {
            write();
        }
        for (Map.Entry<String, String> text : texts().entrySet()) {
            Path file = FOLDER.resolve(text.getKey());
            assertEquals(text.getValue(), Files.readString(file), file.toString());
        }
        Set<String> found = new TreeSet<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(FOLDER)) {
            files.forEach(file -> found.add(file.getFileName().toString()));
        }
        assertEquals(texts().keySet(), found, "a help file for each command and no other");
    }

    private static void write() throws IOException {
        Files.createDirectories(FOLDER);
        for (Map.Entry<String, String> text : texts().entrySet()) {
            Files.writeString(FOLDER.resolve(text.getKey()), text.getValue());
        }
    }
}
