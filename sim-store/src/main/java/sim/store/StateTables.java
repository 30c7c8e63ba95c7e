package sim.store;

import java.util.List;
import sim.model.snapshot.MeasureGroup;
import sim.model.snapshot.Score;
import sim.model.text.Text;
import sim.wire.Sections;
import tools.jackson.databind.json.JsonMapper;

/**
 * What holds for as long as its instance is known: names, places, standings, counters. Payload probes and recordings are sent
 * again whenever they changed: the row of the highest batch counts.
 */
final class StateTables {
    static final List<Table<?>> ALL = List.of(
            Table.state("names",
                    "instance VARCHAR, name INTEGER, owner VARCHAR, member VARCHAR, is_synchronized BOOLEAN",
                    e -> e.batch().names(), (out, e, name) -> {
                        if (name.id() > e.before().lastName()) {
                            out.beginRow().append(e.instance()).append(name.id()).append(name.owner())
                                    .append(name.member()).append(name.isSynchronized()).endRow();
                        }
                    }),
            Table.state("nodes", "instance VARCHAR, node INTEGER, parent INTEGER, name INTEGER, place INTEGER",
                    e -> e.batch().nodes(), (out, e, node) -> {
                        if (node.id() > e.before().lastNode()) {
                            out.beginRow().append(e.instance()).append(node.id()).append(node.parent())
                                    .append(node.name()).append(e.places().get(node.id()).intValue()).endRow();
                        }
                    }),
            Table.state("scores",
                    "instance VARCHAR, name INTEGER, standing VARCHAR, balance BIGINT, trials INTEGER, "
                            + "level VARCHAR, level_micros BIGINT, read_groups INTEGER, one_in INTEGER",
                    e -> GroupWriter.last(e.batch().scores(), Score::name),
                    (out, e, score) -> out.beginRow().append(e.instance()).append(score.name())
                            .append(score.standing().name()).append(score.balance()).append(score.trials())
                            .append(score.level().name()).append(score.levelMicros()).append(score.groups())
                            .append(score.oneIn()).endRow())
                    .checking(Sections.SCORES, (score, is) -> {
                        is.name(score.name());
                        BatchCheck.expect(score.trials() >= 0, "the trials of name " + score.name(), score.trials());
                        BatchCheck.expect(score.oneIn() > 0, "the calls of which one is read of name " + score.name(),
                                score.oneIn());
                        BatchCheck.expect((score.groups() & ~MeasureGroup.EVERY) == 0,
                                "the groups read of name " + score.name(), score.groups());
                    }),
            Table.state("counters", "instance VARCHAR, kind VARCHAR, count BIGINT", e -> e.counters().entrySet(),
                    (out, e, counter) -> out.beginRow().append(e.instance()).append(counter.getKey())
                            .append(counter.getValue().longValue()).endRow())
                    .checking(Sections.COUNTERS, (counter, is) -> BatchCheck.expect(counter.count() >= 0,
                            "the counter " + Text.cut(counter.kind(), 100), counter.count())),
            Table.state("payload_probes",
                    "instance VARCHAR, probe INTEGER, type VARCHAR, name VARCHAR, description VARCHAR, "
                            + "payloads BOOLEAN, splits BOOLEAN, objects BOOLEAN, types VARCHAR, lines VARCHAR, "
                            + "batch BIGINT, number INTEGER",
                    e -> e.batch().contents().of(Sections.PAYLOAD_PROBES),
                    (out, e, probe) -> out.beginRow().append(e.instance()).append(probe.id()).append(probe.type())
                            .append(probe.name()).append(probe.description()).append(probe.payloads())
                            .append(probe.splits()).append(probe.objects()).append(json(probe.types()))
                            .append(json(probe.lines())).append(e.number())
                            .append(e.probes().get(probe.type()).intValue()).endRow()),
            Table.state("payload_recordings",
                    "instance VARCHAR, recording BIGINT, probe INTEGER, begin_micros BIGINT, end_micros BIGINT, "
                            + "events BOOLEAN, batch BIGINT",
                    e -> e.batch().contents().of(Sections.PAYLOAD_RECORDINGS),
                    (out, e, recording) -> out.beginRow().append(e.instance()).append(recording.id())
                            .append(recording.probe()).append(e.time(recording.beginMicros()))
                            .append(e.time(recording.endMicros())).append(recording.events()).append(e.number())
                            .endRow())
                    .checking(Sections.PAYLOAD_RECORDINGS, (recording, is) -> {
                        BatchCheck.time("the beginning of a recording", recording.beginMicros());
                        BatchCheck.time("the end of a recording", recording.endMicros());
                    }));

    /** Those that hold for an instance beside its own row, and go with it. */
    static final List<String> OF_INSTANCE = List.of("nodes", "names", "counters", "scores", "extra_meters",
            "payload_probes", "payload_recordings", CounterBases.TABLE, "instances");

    private StateTables() {}

    private static String json(Object value) {
        return JsonMapper.shared().writeValueAsString(value);
    }
}
