package shop.etl;

/** What a round came to. */
record Summary(long loaded, long rejected, long cents) {
    Summary plus(Summary other) {
        return new Summary(loaded + other.loaded, rejected + other.rejected, cents + other.cents);
    }
}
