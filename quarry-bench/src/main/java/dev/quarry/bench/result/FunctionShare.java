package dev.quarry.bench.result;

/** The share of a row's time that was spent in one function. */
public record FunctionShare(String row, String peer, String object, String function,
        double percent) {
}
