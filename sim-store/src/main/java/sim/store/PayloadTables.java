package sim.store;

import java.sql.SQLException;
import java.util.List;
import org.duckdb.DuckDBAppender;
import sim.model.payload.PayloadPoint;
import sim.model.payload.PayloadRow;
import sim.model.payload.PayloadSum;
import sim.wire.Sections;

/** What payload probes recorded. Control objects are sent again whenever they changed: the row of the highest batch counts. */
final class PayloadTables {
    private static final String SUMS = ", payloads BIGINT sum, errors BIGINT sum, total BIGINT sum, max BIGINT max";
    private static final String OF = "instance VARCHAR, recording BIGINT, probe INTEGER, ";

    static final List<Table<?>> ALL = List.of(
            Table.rolled("payload_rows",
                    OF + "from_micros BIGINT min, to_micros BIGINT time, node INTEGER, text VARCHAR" + SUMS,
                    e -> e.batch().contents().of(Sections.PAYLOAD_ROWS), (out, e, row) -> {
                        out.beginRow().append(e.instance()).append(row.recording()).append(row.probe())
                                .append(e.fromMicros()).append(e.toMicros()).append(row.node()).append(row.text());
                        sums(out, row.sum()).endRow();
                    }).andOfApplication().checking(Sections.PAYLOAD_ROWS, (row, is) -> {
                        is.place(row.node());
                        check(row.sum());
                    }),
            Table.rolled("payload_buckets",
                    OF + "to_micros BIGINT time, text VARCHAR, bucket INTEGER, payloads BIGINT sum",
                    e -> e.batch().contents().of(Sections.PAYLOAD_ROWS),
                    (DuckDBAppender out, IncomingBatch e, PayloadRow row) -> {
                        for (int i = 0; i < row.buckets().length; i += 2) {
                            out.beginRow().append(e.instance()).append(row.recording()).append(row.probe())
                                    .append(e.toMicros()).append(row.text()).append((int) row.buckets()[i])
                                    .append(row.buckets()[i + 1]).endRow();
                        }
                    }).andOfApplication(),
            // a control object is of one process: no other has it
            Table.rolled("payload_object_rows",
                    OF + "to_micros BIGINT time, object BIGINT, type INTEGER" + SUMS,
                    e -> e.batch().contents().of(Sections.OBJECT_ROWS), (out, e, row) -> {
                        out.beginRow().append(e.instance()).append(row.recording()).append(row.probe())
                                .append(e.toMicros()).append(row.object()).append(row.type());
                        sums(out, row.sum()).endRow();
                    }).checking(Sections.OBJECT_ROWS, (row, is) -> check(row.sum())),
            Table.kept("payload_objects",
                    "instance VARCHAR, object BIGINT, probe INTEGER, name VARCHAR, opened_micros BIGINT, "
                            + "closed_micros BIGINT, ended VARCHAR, to_micros BIGINT time, batch BIGINT",
                    e -> e.batch().contents().of(Sections.CONTROL_OBJECTS),
                    (out, e, object) -> out.beginRow().append(e.instance()).append(object.id()).append(object.probe())
                            .append(object.name()).append(e.time(object.openedMicros()))
                            .append(e.time(object.closedMicros())).append(object.end().name()).append(e.toMicros())
                            .append(e.number()).endRow())
                    .checking(Sections.CONTROL_OBJECTS, (object, is) -> {
                        BatchCheck.time("the beginning of a control object", object.openedMicros());
                        BatchCheck.time("the end of a control object", object.closedMicros());
                    }),
            Table.kept("payload_events",
                    OF + "kind VARCHAR, start_micros BIGINT time, nanos BIGINT, node INTEGER, text VARCHAR, "
                            + "type INTEGER, object BIGINT, thread VARCHAR, context BIGINT, error BOOLEAN",
                    e -> e.batch().contents().of(Sections.PAYLOAD_EVENTS),
                    (out, e, event) -> out.beginRow().append(e.instance()).append(event.recording())
                            .append(event.probe()).append(event.kind().name()).append(e.time(event.startMicros()))
                            .append(event.nanos()).append(event.node()).append(event.text()).append(event.type())
                            .append(event.object()).append(event.thread()).append(event.context())
                            .append(event.error()).endRow())
                    .checking(Sections.PAYLOAD_EVENTS, (event, is) -> {
                        is.place(event.node());
                        BatchCheck.time("the time of a payload", event.startMicros());
                        BatchCheck.expect(event.nanos() >= 0, "the duration of a payload", event.nanos());
                    }),
            Table.kept("payload_minutes",
                    OF + "minute_micros BIGINT time, text VARCHAR, type INTEGER, object BIGINT" + SUMS,
                    e -> e.batch().contents().of(Sections.PAYLOAD_MINUTES), (out, e, minute) -> {
                        out.beginRow().append(e.instance()).append(minute.recording()).append(minute.probe())
                                .append(e.time(minute.minute() * 60_000_000)).append(minute.text())
                                .append(minute.type()).append(minute.object());
                        sums(out, minute.sum()).endRow();
                    }).checking(Sections.PAYLOAD_MINUTES, (minute, is) -> {
                        BatchCheck.minute("the minute of payloads", minute.minute());
                        check(minute.sum());
                    }),
            Table.rolled("payload_points",
                    OF + "telemetry VARCHAR, line VARCHAR, time_micros BIGINT time, value DOUBLE sum, least DOUBLE min, "
                            + "most DOUBLE max, latest DOUBLE last, readings BIGINT sum",
                    e -> e.batch().contents().of(Sections.PAYLOAD_POINTS),
                    (DuckDBAppender out, IncomingBatch e, PayloadPoint point) -> out.beginRow().append(e.instance())
                            .append(point.recording())
                            .append(point.probe()).append(point.telemetry()).append(point.line())
                            .append(e.time(point.timeMicros())).append(point.value()).append(point.value())
                            .append(point.value()).append(point.value()).append(1L).endRow())
                    .andOfApplication().checking(Sections.PAYLOAD_POINTS,
                            (point, is) -> BatchCheck.time("the time of a reading", point.timeMicros())));

    private PayloadTables() {}

    private static void check(PayloadSum sum) {
        BatchCheck.expect(sum.count() >= 0, "the number of payloads", sum.count());
        BatchCheck.expect(sum.errors() >= 0, "the number of failed payloads", sum.errors());
        BatchCheck.expect(sum.total() >= 0, "the time of payloads", sum.total());
    }

    private static DuckDBAppender sums(DuckDBAppender rows, PayloadSum sum) throws SQLException {
        return rows.append(sum.count()).append(sum.errors()).append(sum.total()).append(sum.max());
    }
}
