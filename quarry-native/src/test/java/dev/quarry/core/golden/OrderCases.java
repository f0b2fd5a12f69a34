package dev.quarry.core.golden;

/** Java evaluates from left to right, C in any order: each must give the same number on both. */
final class OrderCases {
    private OrderCases() {}

    private static long combine(long a, long b) {
        return a * 100 + b;
    }

    private static long combine3(long a, long b, long c) {
        return (a * 100 + b) * 100 + c;
    }

    static long locals(Cell cell) {
        cell.value = 0;
        long a = cell.bump();
        long b = cell.bump();
        return combine(a, b);
    }

    static long nested(Cell cell) {
        cell.value = 0;
        return combine(cell.bump(), cell.bump());
    }

    static long three(Cell cell) {
        cell.value = 0;
        return combine3(cell.bump(), combine(cell.bump(), cell.value), cell.bump());
    }

    static long fieldBeforeCall(Cell cell) {
        cell.value = 0;
        long before = cell.value;
        long after = cell.bump();
        return combine(before, after);
    }

    static long fieldInTheSameExpression(Cell cell) {
        cell.value = 5;
        return cell.value * 1000 + cell.bump() * 10 + cell.value;
    }

    static long staticBeforeCall(Cell cell) {
        cell.value = 1;
        Cell.total = 7;
        return Cell.total * 100 + addToTotal(cell.bump()) + Cell.total;
    }

    private static long addToTotal(long amount) {
        Cell.total += amount;
        return Cell.total;
    }

    static long slotBeforeCall(Cell cell) {
        cell.setSlot(3, 40);
        return cell.slot(3) * 100 + refill(cell) + cell.slot(3);
    }

    private static long refill(Cell cell) {
        cell.setSlot(3, cell.slot(3) + 2);
        return 0;
    }

    static long shortCircuit(Cell cell) {
        cell.value = 0;
        cell.on = false;
        if (cell.flip() && cell.flip() || cell.flip()) {
            cell.value += 10;
        }
        return combine(cell.value, cell.on ? cell.bump() : -1);
    }

    static long assignedInside(Cell cell) {
        cell.value = 3;
        long kept;
        long sum = (kept = cell.bump()) + cell.bump() * (cell.count = 2);
        return combine3(kept, sum, cell.count);
    }

    static long postIncrement(Cell cell) {
        cell.count = 0;
        cell.setSlot(cell.count++, 11);
        cell.setSlot(cell.count++, 22);
        return combine3(cell.slot(0), cell.slot(1), cell.count);
    }

    static long chained(Cell cell) {
        cell.next = cell;
        cell.value = 1;
        return combine(cell.next.next.bump(), cell.next.bump());
    }

    static long volatiles(Cell cell) {
        cell.first = 1;
        cell.second = 2;
        cell.peer = cell;
        long before = cell.first - cell.second;
        cell.first = before + cell.peer.second;
        return combine3(cell.first, cell.peer.first, cell.second - before);
    }
}
