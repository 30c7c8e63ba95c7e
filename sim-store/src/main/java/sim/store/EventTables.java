package sim.store;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.duckdb.DuckDBAppender;
import sim.model.snapshot.EventRecord;
import sim.wire.PlatformSample;
import sim.wire.Sections;

/** What happened: batches, events, verdicts; and the platform's measures. */
final class EventTables {
    static final List<Table<?>> ALL = List.of(
            Table.kept("batches",
                    "instance VARCHAR, sequence BIGINT, from_micros BIGINT, to_micros BIGINT time, "
                            + "received_micros BIGINT, batch BIGINT",
                    e -> e.number() == 0 ? List.of() : List.of(e),
                    (out, e, all) -> out.beginRow().append(e.instance()).append(e.batch().sequence())
                            .append(e.fromMicros()).append(e.toMicros()).append(e.receivedMicros())
                            .append(e.number()).endRow()),
            Table.kept("events",
                    "instance VARCHAR, name VARCHAR, time_micros BIGINT time, context BIGINT, thread VARCHAR, "
                            + "position INTEGER, key VARCHAR, type VARCHAR, value VARCHAR, sequence BIGINT, "
                            + "ordinal INTEGER",
                    e -> e.batch().events().isEmpty() ? List.of() : List.of(e), (out, e, all) -> events(out, e))
                    .checking(Sections.EVENTS,
                            (event, is) -> BatchCheck.time("the time of an event", event.timeMicros())),
            Table.kept("verdicts",
                    "instance VARCHAR, name INTEGER, sequence BIGINT, time_micros BIGINT time, from_standing VARCHAR, "
                            + "to_standing VARCHAR, balance BIGINT, reason VARCHAR, "
                            + "from_level VARCHAR, to_level VARCHAR",
                    e -> e.batch().verdicts(),
                    (out, e, verdict) -> out.beginRow().append(e.instance()).append(verdict.name())
                            .append(verdict.sequence()).append(e.time(verdict.timeMicros()))
                            .append(verdict.from().name()).append(verdict.to().name()).append(verdict.balance())
                            .append(verdict.reason()).append(verdict.fromLevel().name())
                            .append(verdict.toLevel().name()).endRow())
                    .checking(Sections.VERDICTS, (verdict, is) -> {
                        is.name(verdict.name());
                        BatchCheck.time("the time of a verdict", verdict.timeMicros());
                    }),
            Table.rolled("platform",
                    "instance VARCHAR, time_micros BIGINT time, name VARCHAR, value DOUBLE last",
                    EventTables::samples, (DuckDBAppender out, IncomingBatch e, PlatformSample sample) -> {
                        long time = e.time(sample.timeMicros());
                        for (Map.Entry<String, Double> value : sample.values().entrySet()) {
                            out.beginRow().append(e.instance()).append(time)
                                    .append(value.getKey()).append(value.getValue().doubleValue()).endRow();
                        }
                    }).checking(Sections.PLATFORM,
                            (sample, is) -> BatchCheck.time("the time of a sample", sample.timeMicros())),
            // what can be added up of them: what a measure that only grows gained, and of any other its readings
            Table.rolled("platform_sums",
                    "instance VARCHAR, to_micros BIGINT time, name VARCHAR, gain BIGINT sum, value DOUBLE sum, "
                            + "least DOUBLE min, most DOUBLE max, readings BIGINT sum",
                    e -> e.batch().platform().isEmpty() ? List.of() : List.of(e), (out, e, all) -> sums(out, e))
                    .andOfApplication());

    private EventTables() {}

    private static void sums(DuckDBAppender out, IncomingBatch e) throws SQLException {
        Map<String, DoubleSummaryStatistics> readings = new HashMap<>();
        for (PlatformSample sample : e.batch().platform()) {
            sample.values().forEach((name, value) -> {
                if (Double.isFinite(value)) {
                    readings.computeIfAbsent(name, added -> new DoubleSummaryStatistics()).accept(value);
                }
            });
        }
        PlatformTotals before = e.before().before(e.batch());
        Map<String, Long> gains = before.gainsTo(before.after(e.batch()));
        for (Map.Entry<String, DoubleSummaryStatistics> each : readings.entrySet()) {
            DoubleSummaryStatistics of = each.getValue();
            Long gain = gains.get(each.getKey());
            out.beginRow().append(e.instance()).append(e.toMicros()).append(each.getKey());
            if (gain == null) {
                out.appendNull();
            } else {
                out.append(gain.longValue());
            }
            out.append(of.getSum()).append(of.getMin()).append(of.getMax()).append(of.getCount()).endRow();
        }
    }

    /** The platform's samples, and one of the counters if any of them has changed: what was lost has a time. */
    private static List<PlatformSample> samples(IncomingBatch e) {
        if (e.counters().isEmpty()) {
            return e.batch().platform();
        }
        Map<String, Double> counters = new HashMap<>();
        e.counters().forEach((kind, count) -> counters.put(Columns.COUNTER + kind, count.doubleValue()));
        List<PlatformSample> samples = new ArrayList<>(e.batch().platform());
        samples.add(new PlatformSample(e.batch().toMicros(), counters));
        return samples;
    }

    /** One row a value; an event without values has one row without. */
    private static void events(DuckDBAppender out, IncomingBatch e) throws SQLException {
        int ordinal = 0;
        for (EventRecord event : e.batch().events()) {
            int position = 0;
            long time = e.time(event.timeMicros());
            for (Map.Entry<String, Object> value : event.values().entrySet()) {
                event(out, e, event, time, position++);
                GroupWriter.value(out, value);
                out.append(e.batch().sequence()).append(ordinal).endRow();
            }
            if (event.values().isEmpty()) {
                event(out, e, event, time, 0);
                out.append((String) null).append((String) null).append((String) null).append(e.batch().sequence())
                        .append(ordinal).endRow();
            }
            ordinal++;
        }
    }

    private static void event(DuckDBAppender out, IncomingBatch e, EventRecord event, long time, int position)
            throws SQLException {
        out.beginRow().append(e.instance()).append(event.name()).append(time).append(event.context())
                .append(event.thread()).append(position);
    }
}
