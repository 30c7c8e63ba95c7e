package sim.model.snapshot;

/**
 * What was not read of the calls of a place, because of the {@link Level} of its name or of names called from there. A call that is not read in a
 * group of measures has the sum of its inner calls as its total, and a self value of 0: what it used of its own is in its caller's.
 *
 * @param time   the calls of which neither time nor anything else was read
 * @param cpu    the calls of which CPU time was not read, these included
 * @param contention the calls of which blocking and waiting were not read, these included
 * @param mixed  the groups ({@link MeasureGroup#bit}) of which the self value contains what inner calls used that were not read
 */
public record Unread(long time, long cpu, long contention, int mixed) {
    /** Everything was read. */
    public static final Unread NOTHING = new Unread(0, 0, 0, 0);

    /** Whether everything was read. */
    public boolean isNothing() {
        return (time | cpu | contention | mixed) == 0;
    }

    /** The calls of which a group was not read. */
    public long of(MeasureGroup group) {
        return group == MeasureGroup.TIME ? time : group == MeasureGroup.CPU ? cpu : contention;
    }

    /** What was not read of the calls of both. */
    public Unread plus(Unread other) {
        return other.isNothing()
                ? this
                : isNothing()
                        ? other
                        : new Unread(time + other.time, cpu + other.cpu, contention + other.contention,
                                mixed | other.mixed);
    }
}
