package sim.export.span;

/** What a receiver's failure says of the spans that it was sent. Any thread. */
public interface Refusals {
    /** Whether it takes the same spans never. */
    boolean isFinal(Throwable why);

    /** Whether it may take a part of them. */
    boolean isOfContent(Throwable why);

    /** Why, in one line, for the log: what it answers, or that it does not. */
    String line(Throwable why);
}
