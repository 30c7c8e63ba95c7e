package sim.server.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.duckdb.DuckDBAppender;
import sim.collector.wire.Sections;
import sim.metrics.snapshot.payload.PayloadSum;
import tools.jackson.databind.json.JsonMapper;

/**
 * The tables of payload probes. Probes, recordings and control objects are sent again whenever they changed: the row of the
 * highest batch counts.
 */
final class PayloadTables {
    /** All of them; their rows age by the batch they came with. */
    static final List<String> ALL = List.of("payload_probes", "payload_recordings", "payload_rows",
            "payload_object_rows", "payload_objects", "payload_events", "payload_minutes", "payload_points");

    private static final String SUMS = ", payloads BIGINT, errors BIGINT, total BIGINT, max BIGINT";

    private final GroupWriter out;

    PayloadTables(GroupWriter out) {
        this.out = out;
    }

    static void create(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            create(statement, "payload_probes", "probe INTEGER, type VARCHAR, name VARCHAR, description VARCHAR, "
                    + "payloads BOOLEAN, splits BOOLEAN, objects BOOLEAN, types VARCHAR, lines VARCHAR");
            create(statement, "payload_recordings", "recording BIGINT, probe INTEGER, begin_micros BIGINT, "
                    + "end_micros BIGINT, events BOOLEAN");
            create(statement, "payload_rows", "recording BIGINT, probe INTEGER, to_micros BIGINT, node INTEGER, "
                    + "text VARCHAR" + SUMS + ", buckets VARCHAR");
            create(statement, "payload_object_rows", "recording BIGINT, probe INTEGER, to_micros BIGINT, "
                    + "object BIGINT, type INTEGER" + SUMS);
            create(statement, "payload_objects", "object BIGINT, probe INTEGER, name VARCHAR, opened_micros BIGINT, "
                    + "closed_micros BIGINT, ended VARCHAR");
            create(statement, "payload_events", "recording BIGINT, probe INTEGER, kind VARCHAR, start_micros BIGINT, "
                    + "nanos BIGINT, node INTEGER, text VARCHAR, type INTEGER, object BIGINT, thread VARCHAR, "
                    + "context BIGINT, error BOOLEAN");
            create(statement, "payload_minutes", "recording BIGINT, probe INTEGER, minute_micros BIGINT, text VARCHAR, "
                    + "type INTEGER, object BIGINT" + SUMS);
            create(statement, "payload_points", "recording BIGINT, probe INTEGER, telemetry VARCHAR, line VARCHAR, "
                    + "time_micros BIGINT, value DOUBLE");
        }
    }

    private static void create(Statement statement, String table, String columns) throws SQLException {
        statement.execute("CREATE TABLE IF NOT EXISTS " + table + "(instance VARCHAR, " + columns + ", batch BIGINT)");
    }

    /** Writes what a group of batches tells of payloads. */
    void write() throws SQLException {
        out.each("payload_probes", e -> e.batch().contents().of(Sections.PAYLOAD_PROBES),
                (rows, e, probe) -> rows.beginRow().append(e.instance()).append(probe.id()).append(probe.type())
                        .append(probe.name()).append(probe.description()).append(probe.payloads())
                        .append(probe.splits()).append(probe.objects()).append(json(probe.types()))
                        .append(json(probe.lines())).append(e.number()).endRow());
        out.each("payload_recordings", e -> e.batch().contents().of(Sections.PAYLOAD_RECORDINGS),
                (rows, e, recording) -> rows.beginRow().append(e.instance()).append(recording.id())
                        .append(recording.probe()).append(e.time(recording.beginMicros()))
                        .append(time(e, recording.endMicros())).append(recording.events()).append(e.number())
                        .endRow());
        out.each("payload_rows", e -> e.batch().contents().of(Sections.PAYLOAD_ROWS), (rows, e, row) -> {
            rows.beginRow().append(e.instance()).append(row.recording()).append(row.probe()).append(e.toMicros())
                    .append(row.node()).append(row.text());
            sums(rows, row.sum()).append(buckets(row.buckets())).append(e.number()).endRow();
        });
        out.each("payload_object_rows", e -> e.batch().contents().of(Sections.OBJECT_ROWS), (rows, e, row) -> {
            rows.beginRow().append(e.instance()).append(row.recording()).append(row.probe()).append(e.toMicros())
                    .append(row.object()).append(row.type());
            sums(rows, row.sum()).append(e.number()).endRow();
        });
        out.each("payload_objects", e -> e.batch().contents().of(Sections.CONTROL_OBJECTS),
                (rows, e, object) -> rows.beginRow().append(e.instance()).append(object.id()).append(object.probe())
                        .append(object.name()).append(e.time(object.openedMicros()))
                        .append(time(e, object.closedMicros())).append(object.end().name()).append(e.number())
                        .endRow());
        out.each("payload_events", e -> e.batch().contents().of(Sections.PAYLOAD_EVENTS),
                (rows, e, event) -> rows.beginRow().append(e.instance()).append(event.recording())
                        .append(event.probe()).append(event.kind().name()).append(e.time(event.startMicros()))
                        .append(event.nanos()).append(event.node()).append(event.text()).append(event.type())
                        .append(event.object()).append(event.thread()).append(event.context())
                        .append(event.error()).append(e.number()).endRow());
        out.each("payload_minutes", e -> e.batch().contents().of(Sections.PAYLOAD_MINUTES), (rows, e, minute) -> {
            rows.beginRow().append(e.instance()).append(minute.recording()).append(minute.probe())
                    .append(e.time(minute.minute() * 60_000_000)).append(minute.text()).append(minute.type())
                    .append(minute.object());
            sums(rows, minute.sum()).append(e.number()).endRow();
        });
        out.each("payload_points", e -> e.batch().contents().of(Sections.PAYLOAD_POINTS),
                (rows, e, point) -> rows.beginRow().append(e.instance()).append(point.recording())
                        .append(point.probe()).append(point.telemetry()).append(point.line())
                        .append(e.time(point.timeMicros())).append(point.value()).append(e.number()).endRow());
    }

    /** A time that may not have come yet. */
    private static long time(IncomingBatch e, long micros) {
        return micros == 0 ? 0 : e.time(micros);
    }

    private static DuckDBAppender sums(DuckDBAppender rows, PayloadSum sum) throws SQLException {
        return rows.append(sum.count()).append(sum.errors()).append(sum.total()).append(sum.max());
    }

    /** {@code bucket:payloads}, with a space between two. */
    private static String buckets(long[] pairs) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < pairs.length; i += 2) {
            text.append(i == 0 ? "" : " ").append(pairs[i]).append(':').append(pairs[i + 1]);
        }
        return text.toString();
    }

    private static String json(Object value) {
        return JsonMapper.shared().writeValueAsString(value);
    }
}
