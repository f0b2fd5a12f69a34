package dev.quarry.bench.run;

/** Is told how far a run has come. */
public interface Meter extends AutoCloseable {

    /** A phase begins that has so many steps. */
    void phase(String name, long steps);

    void step(String what);

    /** So many steps will not be taken. */
    void skip(long steps);

    /** Something is complete and worth a line. */
    void done(String line);

    @Override
    void close();
}
