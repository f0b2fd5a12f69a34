package dev.quarry.bench.stat;

/** Quarry beside one peer on one row. */
public enum Verdict {
    WIN, TIE, LOSS,
    /** The peer crashed or hung: no win of ours. */
    PEER_FAILED,
    /** Quarry crashed or hung. */
    FAILED;

    /**
     * Judges an advantage (above 1: better) against the noise of the row.
     */
    public static Verdict of(double advantage, double noise) {
        if (advantage > 1 + noise) {
            return WIN;
        }
        return advantage < 1 / (1 + noise) ? LOSS : TIE;
    }

    public String sign() {
        return switch (this) {
            case WIN -> "W";
            case TIE -> "=";
            case LOSS -> "L";
            case PEER_FAILED -> "-";
            case FAILED -> "X";
        };
    }
}
