package sim.server.query;

/**
 * Whose numbers of when.
 *
 * @param application the application's name
 * @param instance one process of it, or null for all
 * @param fromMicros after this, microseconds since the epoch
 * @param toMicros up to this
 */
public record Range(String application, String instance, long fromMicros, long toMicros) {
    static final String INSTANCES = "(SELECT instance FROM instances WHERE application = ? AND (? IS NULL OR instance = ?) "
            // the rows of a sum over all instances: see Question
            + "UNION ALL SELECT '')";

    /** The parameters of {@link #INSTANCES} behind another one. */
    Object[] after(Object first) {
        return new Object[]{first, application, instance, instance};
    }

    /** The parameters of {@link #INSTANCES}. */
    Object[] with(Object... more) {
        Object[] all = new Object[3 + more.length];
        all[0] = application;
        all[1] = instance;
        all[2] = instance;
        System.arraycopy(more, 0, all, 3, more.length);
        return all;
    }
}
