package sim.server.query;

/**
 * Which payloads are asked for.
 *
 * @param probe the probe's class or key, as its probes are listed
 * @param recordingOf the instance of a recording, or null for all that was recorded in the range
 * @param recording the recording's id there
 * @param search what a description contains, in any case; empty for all
 * @param text the whole description, or null for all
 * @param type the name of an event type, or null for all
 * @param object the number of a control object, or null for all
 * @param least the shortest duration, ns
 * @param context the contexts in which single ones began, or null for any
 * @param kind the kind of the contexts in which single ones began, or null for any
 */
public record PayloadFilter(String probe, String recordingOf, long recording, String search, String text, String type,
        Long object, long least, ContextFilter context, KindFilter kind) {
    /** The rows of a table, which has {@code r} for a name, that belong to the probe and the recording or the range. */
    String from(String table, String time) {
        return " FROM " + table + " r JOIN (SELECT DISTINCT instance, probe FROM payload_probes WHERE type = ? "
        // as the sums of applications have it
                + "UNION ALL SELECT '', number FROM probe_labels WHERE label = ?) p "
                + "ON p.instance = r.instance AND p.probe = r.probe WHERE r.instance IN " + Range.INSTANCES
                + (recordingOf == null
                        ? " AND r." + time + " > ? AND r." + time + " <= ?"
                        : " AND r.instance = ? AND r.recording = ?");
    }

    /** Its arguments, and more behind them. */
    Object[] with(Range range, Object... more) {
        Object[] of = recordingOf == null
                ? range.with(range.fromMicros(), range.toMicros())
                : range.with(recordingOf, recording);
        return Sql.join(Sql.join(new Object[]{probe, probe}, of), more);
    }
}
