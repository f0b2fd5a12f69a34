package dev.quarry.stats;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * Shows Quarry to JMX clients, such as jconsole, as {@value #NAME}. Nothing is registered unless a
 * program asks for it here, and nothing else of Quarry needs the module {@code java.management}: a
 * module that calls this requires it.
 *
 * {@snippet file="dev/quarry/ExamplesTest.java" region="management"}
 */
public final class Management {
    /** The name under which the {@link AllocatorMXBean} is registered. */
    public static final String NAME = "dev.quarry:type=Allocator";

    private Management() {}

    /**
     * Registers the bean with the platform's server, unless that has one of this name.
     *
     * @return its name
     */
    public static ObjectName register() {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        synchronized (Management.class) {
            try {
                ObjectName name = new ObjectName(NAME);
                if (!server.isRegistered(name)) {
                    server.registerMBean(new Allocator(), name);
                }
                return name;
            } catch (JMException e) {
                throw new IllegalStateException("cannot register " + NAME, e);
            }
        }
    }

    /** Takes the bean back, if there is one. */
    public static void unregister() {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        synchronized (Management.class) {
            try {
                ObjectName name = new ObjectName(NAME);
                if (server.isRegistered(name)) {
                    server.unregisterMBean(name);
                }
            } catch (JMException e) {
                throw new IllegalStateException("cannot unregister " + NAME, e);
            }
        }
    }
}
