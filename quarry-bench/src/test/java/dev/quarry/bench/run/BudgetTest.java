package dev.quarry.bench.run;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BudgetTest {

    @Test
    void allowsTheLeastWhateverTheTime() {
        var budget = new Budget(Duration.ZERO, 1);
        budget.beginRow(1);
        assertTrue(budget.allowsRound(2, 3));
        assertFalse(budget.allowsRound(3, 3));
    }

    @Test
    void allowsMoreWhileThereIsTime() {
        var budget = new Budget(Duration.ofHours(1), 10);
        budget.beginRow(1);
        assertTrue(budget.allowsRound(8, 3));
    }
}
