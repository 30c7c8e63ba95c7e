package counted;

/** What a program did, each counted where it happens. The methods are those of {@link Work} and of {@link Places}. */
public enum Count {
    OUTER("counted.Work", "outer"),
    INNER("counted.Work", "inner"),
    LEAF("counted.Work", "leaf"),
    FAILING(
            "counted.Work", "failing"),
    DEEP("counted.Work", "deep"),
    IN_CONTEXT("counted.Work",
            "inContext"),
    OVERFLOWING("counted.Work", "overflowing"),
    WAITING("counted.Work", "waiting"),
    HAND("hand", "item"),
    PLACES("places", null),
    /** Contexts that began. */
    CONTEXTS(null, null),
    /** Events that were fired. */
    EVENTS(null, null),
    /** What the counter {@code items} was raised by, always inside {@code hand.item}. */
    ITEMS(null, null),
    /** Payloads of {@link Recorded} that were recorded, and those of them that were kept one by one or by the minute. */
    PAYLOADS(null, null),
    PAYLOAD_EVENTS(null, null),
    /** Recordings that it began. */
    RECORDINGS(null, null),
    /** Exceptions that the program did not throw itself. */
    BROKEN(null, null),
    /** 1 once all threads have ended. */
    DONE(null, null);

    private final String owner;
    private final String member;

    Count(String owner, String member) {
        this.owner = owner;
        this.member = member;
    }

    /** The class at the server, or null where this does not count calls. */
    public String owner() {
        return owner;
    }

    /** The method at the server; null for all of the class. */
    public String member() {
        return member;
    }

    public boolean isCalls() {
        return owner != null;
    }
}
