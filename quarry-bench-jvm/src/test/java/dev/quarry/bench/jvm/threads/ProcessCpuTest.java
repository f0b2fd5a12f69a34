package dev.quarry.bench.jvm.threads;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Compilers are found and have worked; what is left of the process's time has them no more. */
class ProcessCpuTest {

    @Test
    void compilersAreOnNobodysAccount() {
        var cpu = new ProcessCpu();
        assertTrue(cpu.compilerNanos() > 0, "no compiler has worked");
        long before = cpu.nanos();
        long sum = 0;
        for (int i = 0; cpu.nanos() == before; i++) {
            sum += i;
        }
        assertTrue(before > 0 && sum >= 0, "no time passes");
    }
}
