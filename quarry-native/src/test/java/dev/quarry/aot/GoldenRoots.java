package dev.quarry.aot;

import dev.quarry.core.golden.Cell;
import dev.quarry.core.golden.Golden;

/** TeaVM's entry for the golden classes. */
final class GoldenRoots {
    private GoldenRoots() {}

    public static void main(String[] arguments) {
        Cell cell = Cell.create();
        Golden.run(cell, 0);
        Golden.await(cell);
        Golden.signalSlow(cell);
        Golden.switches();
        Golden.require(0);
    }
}
