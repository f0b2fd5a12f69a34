package dev.quarry.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.core.tune.SizeClasses;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class SizesCommandTest {
    @BeforeAll
    static void fillTables() {
        SizeClasses.init();
    }

    private static List<String> lines() {
        StringWriter out = new StringWriter();
        CommandLine command = Main.commandLine().setOut(new PrintWriter(out));
        assertEquals(0, command.execute("sizes"));
        return out.toString().lines().toList();
    }

    @Test
    void printsOneLineForEachOfFortyClasses() {
        List<String> lines = lines();
        assertEquals(41, lines.size(), "a head and 40 rows");
        assertTrue(lines.get(1).matches(" +0 +16 .*"), lines.get(1));
        assertTrue(lines.get(40).matches(" +39 +32768 .*"), lines.get(40));
    }

    @Test
    void theLeastRequestsFollowOneAnother() {
        long next = 1;
        for (int sizeClass = 0; sizeClass < SizeClasses.COUNT; sizeClass++) {
            SizesCommand.Row row = SizesCommand.row(sizeClass);
            assertEquals(next, row.least());
            assertEquals(sizeClass, SizeClasses.classOf(row.least()));
            assertEquals(sizeClass, SizeClasses.classOf(row.blockBytes()));
            next = row.blockBytes() + 1;
        }
    }

    @Test
    void aClassAbove128BytesWastesAtMostAFifth() {
        for (int sizeClass = 0; sizeClass < SizeClasses.COUNT; sizeClass++) {
            SizesCommand.Row row = SizesCommand.row(sizeClass);
            if (row.least() > 128) {
                assertTrue(row.worstWaste() <= 20.0, row::toString);
            }
            assertTrue(row.blocks() >= 8, row::toString);
            assertTrue(row.spanRest() < row.blockBytes(), row::toString);
        }
    }
}
