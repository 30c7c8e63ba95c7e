package sim.server.query;

/**
 * Whose numbers of when.
 *
 * @param application the application's name
 * @param instance one process of it, or null for all
 * @param version of the program that these processes run, or null for any
 * @param fromMicros after this, microseconds since the epoch
 * @param toMicros up to this
 */
public record Range(String application, String instance, String version, long fromMicros, long toMicros) {
    static final String INSTANCES = "(SELECT instance FROM instances WHERE application = ? AND (? IS NULL OR instance = ?) "
            + "AND (? IS NULL OR version = ?) "
            // the rows of a sum over all instances: see Question
            + "UNION ALL SELECT '')";

    /** Of any version. */
    public Range(String application, String instance, long fromMicros, long toMicros) {
        this(application, instance, null, fromMicros, toMicros);
    }

    /** The same of the processes that run a version, or of any for null. */
    public Range of(String wanted) {
        return new Range(application, instance, wanted, fromMicros, toMicros);
    }

    /** Whether it is of all instances together. */
    boolean isOfAll() {
        return instance == null && version == null;
    }

    /** The parameters of {@link #INSTANCES} behind another one. */
    Object[] after(Object first, Object... more) {
        return Sql.join(new Object[]{first}, with(more));
    }

    /** The parameters of {@link #INSTANCES}. */
    Object[] with(Object... more) {
        return Sql.join(new Object[]{application, instance, instance, version, version}, more);
    }
}
