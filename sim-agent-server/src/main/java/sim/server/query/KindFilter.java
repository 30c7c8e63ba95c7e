package sim.server.query;

/**
 * Which kind of contexts.
 *
 * @param name of the contexts
 * @param tag of the contexts, empty for those without one, or null for any
 */
public record KindFilter(String name, String tag) {
    /** The condition on a row that has both; its parameters are {@link #with}. */
    static final String ON = "name = ? AND (? IS NULL OR tag = ?)";

    /** The parameters of {@link #ON}, and more behind them. */
    Object[] with(Object... more) {
        return Sql.join(new Object[]{name, tag, tag}, more);
    }

    /** The parameters of {@link #ON} behind another one. */
    Object[] after(Object first) {
        return Sql.join(new Object[]{first}, with());
    }
}
