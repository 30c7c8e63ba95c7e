package sim.store;

import java.util.List;
import sim.wire.Sections;

/** Marks, one by one, and how many there were of each text at a place. */
final class MarkTables {
    static final List<Table<?>> ALL = List.of(
            Table.kept("marks", "instance VARCHAR, time_micros BIGINT time, node INTEGER, text VARCHAR",
                    e -> e.batch().contents().of(Sections.MARKS),
                    (out, e, mark) -> out.beginRow().append(e.instance()).append(e.time(mark.timeMicros()))
                            .append(mark.node()).append(mark.text()).endRow())
                    .checking(Sections.MARKS, (mark, is) -> {
                        is.place(mark.node());
                        BatchCheck.time("the time of a mark", mark.timeMicros());
                    }),
            Table.rolled("mark_counts", "instance VARCHAR, to_micros BIGINT time, node INTEGER, marks BIGINT sum",
                    e -> e.batch().contents().of(Sections.MARKS),
                    (out, e, mark) -> out.beginRow().append(e.instance()).append(e.toMicros()).append(mark.node())
                            .append(1L).endRow()).andOfApplication());

    private MarkTables() {}
}
