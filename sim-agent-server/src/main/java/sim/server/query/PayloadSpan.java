package sim.server.query;

/**
 * From when to when payloads are asked for: the range, or the time of the recording, whether it had payloads all the time or not.
 *
 * @param fromMicros microseconds since the epoch
 * @param toMicros   a recording that goes on lasts until its instance was last seen
 */
record PayloadSpan(long fromMicros, long toMicros) {
    static PayloadSpan of(Question question, Range range, PayloadFilter filter) {
        PayloadSpan[] span = {new PayloadSpan(range.fromMicros(), range.toMicros())};
        if (filter.recordingOf() != null) {
            question.each(
                    "SELECT r.begin_micros, CASE WHEN r.end_micros = 0 THEN i.last_seen_micros ELSE r.end_micros END "
                            + "FROM payload_recordings r JOIN instances i USING (instance) WHERE r.instance IN "
                            + Range.INSTANCES + " AND r.instance = ? AND r.recording = ? "
                            + "ORDER BY r.batch DESC, r.end_micros DESC LIMIT 1",
                    row -> span[0] = new PayloadSpan(
                            row.getLong(1), Math.max(row.getLong(1) + 1, row.getLong(2))),
                    range.with(filter.recordingOf(), filter.recording()));
        }
        return span[0];
    }
}
