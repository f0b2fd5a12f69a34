package dev.quarry.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.Quarry;
import dev.quarry.heap.Heap;
import dev.quarry.heap.HeapOptions;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The bean as a client sees it that has no class of Quarry's. */
class ManagementTest {
    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private ObjectName name;

    @BeforeEach
    void register() {
        name = Management.register();
    }

    @AfterEach
    void unregister() {
        Management.unregister();
        assertFalse(server.isRegistered(name));
    }

    @Test
    void itIsRegisteredOnRequestAndOnce() throws Exception {
        assertEquals("dev.quarry:type=Allocator", name.toString());
        assertEquals(name, Management.register());
        assertTrue(server.isRegistered(name));
    }

    @Test
    void allAttributesAreOpenTypes() throws Exception {
        long block = Quarry.malloc(100);
        Heap heap = Heap.open(HeapOptions.named("shown").withLimit(1 << 20));
        CompositeData[] heaps = (CompositeData[]) server.getAttribute(name, "ProgramHeaps");
        assertTrue(Arrays.stream(heaps).anyMatch(
                one -> one.get("path").equals("shown") && one.get("headroom").equals(1L << 20)));
        for (MBeanAttributeInfo attribute : server.getMBeanInfo(name).getAttributes()) {
            isOpen(server.getAttribute(name, attribute.getName()), attribute.getName());
        }
        heap.close();
        Quarry.free(block);
    }

    /** Values, arrays and composites all the way down, all of the JDK's own classes. */
    private static void isOpen(Object value, String where) {
        assertEquals(null, value.getClass().getClassLoader(), where);
        switch (value) {
            case CompositeData data -> data.values().forEach(part -> isOpen(part, where));
            case TabularData table -> table.values().forEach(part -> isOpen(part, where));
            case Object[] array -> Arrays.stream(array).forEach(part -> isOpen(part, where));
            default -> assertTrue(value instanceof Number || value instanceof String, where);
        }
    }

    @Test
    void figuresAreTheStatistics() throws Exception {
        long[] blocks = {Quarry.malloc(100), Quarry.malloc(1 << 20)};
        CompositeData statistics = (CompositeData) server.getAttribute(name, "Statistics");
        CompositeData books = (CompositeData) statistics.get("books");
        Statistics own = Statistics.take();
        assertEquals(own.books().live(), books.get("live"));
        assertEquals(own.books().committed(), books.get("committed"));
        assertEquals(own.liveBlocks(), server.getAttribute(name, "LiveBlocks"));
        assertEquals(own.books().live(), server.getAttribute(name, "LiveBytes"));
        CompositeData[] classes = (CompositeData[]) server.getAttribute(name, "SizeClasses");
        assertEquals(40, classes.length);
        assertEquals(own.classes().get(6).liveBlocks(), classes[6].get("liveBlocks"));
        for (long block : blocks) {
            Quarry.free(block);
        }
    }

    @Test
    void operationsDumpAndTrim() throws Exception {
        assertEquals(2, operations().length);
        Quarry.free(Quarry.malloc(8 << 20));
        Books before = Statistics.take().books();
        long trimmed = (long) server.invoke(name, "trim", null, null);
        assertTrue(trimmed >= 8 << 20, () -> trimmed + " bytes");
        assertTrue(Statistics.take().books().committed() <= before.committed() - trimmed);
        String dump = (String) server.invoke(name, "dump", null, null);
        assertTrue(dump.startsWith("live "), dump);
    }

    private MBeanOperationInfo[] operations() throws Exception {
        return server.getMBeanInfo(name).getOperations();
    }
}
