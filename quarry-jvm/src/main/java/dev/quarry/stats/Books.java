package dev.quarry.stats;

/**
 * Where memory is, in bytes: {@code committed == live + retained + wasted}, always.
 *
 * <p>What the program asked for is not known, so live bytes are those of whole blocks. What the
 * kernel has given is another matter: a page that was never touched, or whose memory went back
 * while other pages of its span are used, is committed and not resident.
 *
 * @param live bytes of the blocks that the program holds, each counted as its usable size
 * @param retained bytes that are free, or never were used, and have not been given back
 * @param wasted bytes that no block can use: the ends of spans and of large blocks' last units
 * @param committed bytes taken from the system and not known to have been given back
 */
public record Books(long live, long retained, long wasted, long committed) {
    /**
     * Books whose equation holds.
     *
     * @throws IllegalArgumentException if it does not
     */
    public Books {
        if (committed != live + retained + wasted) {
            throw new IllegalArgumentException(
                    committed + " != " + live + " + " + retained + " + " + wasted);
        }
    }

    static Books of(long live, long retained, long wasted) {
        return new Books(live, retained, wasted, live + retained + wasted);
    }

    Books plus(Books other) {
        return of(live + other.live, retained + other.retained, wasted + other.wasted);
    }
}
