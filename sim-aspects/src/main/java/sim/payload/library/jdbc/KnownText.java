package sim.payload.library.jdbc;

/**
 * What SIM's agent makes of the classes of prepared statements that it weaves: they get a field for the text they were prepared
 * with. So a text is kept by one reference, as long as its statement, and nobody looks for it. Its methods are made by the agent.
 */
public interface KnownText {
    /** The text it was prepared with, null for none that was seen. */
    String sim$text();

    /** It was prepared. */
    void sim$text(String sql);
}
