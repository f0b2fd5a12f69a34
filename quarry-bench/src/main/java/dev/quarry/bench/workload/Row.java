package dev.quarry.bench.workload;

import java.util.List;

/**
 * A row of the tables.
 *
 * @param name    unique, such as "larson x4"
 * @param family  what --only names: the workload or the program; what stands before a colon names
 *                a group of them
 * @param threads threads the program uses; 0 where that is no parameter
 * @param metrics what is compared, the chief one first; peak memory and faults always come too
 * @param seconds what one run takes at worst, roughly: the row's share of the time
 * @param rounds  how many rounds of the usual number it needs
 */
public record Row(String name, String family, int threads, Task task, List<Metric> metrics,
        double seconds, Rounds rounds) {

    /** Memory figures repeat well and their runs mostly sleep; tiny runs need more. */
    public enum Rounds {
        FEW, USUAL, MANY;

        public int of(int usual) {
            return switch (this) {
                case FEW -> Math.clamp(usual / 3, 1, usual);
                case USUAL -> usual;
                case MANY -> 3 * usual;
            };
        }
    }

    public Metric chief() {
        return metrics.getFirst();
    }

    public boolean selectedBy(List<String> names) {
        return names.isEmpty() || names.contains(family) || names.contains(name)
                || names.contains(family.replaceFirst(":.*", ""));
    }
}
