package sim.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import sim.base.config.Options;
import sim.metrics.probe.Marks;
import sim.metrics.probe.Metering;
import sim.model.snapshot.Mark;
import sim.model.snapshot.Snapshot;
import sim.server.Batches;
import sim.wire.Batch;
import sim.wire.Contents;
import sim.wire.FrameCodec;
import sim.wire.Sections;

/** Marks on their way from the runtime to an answer. */
public final class MarksRun {
    private static final long HOUR = 3_600_000_000L;

    private MarksRun() {}

    /** @param older a store of a server without marks */
    public static void run(Path folder, Path older) throws Exception {
        Mark one = new Mark(1, Batches.now() - 6_000_000, "deployed");
        Mark other = new Mark(3, Batches.now() - 5_500_000, "warm");
        Snapshot snapshot = drained(one, other);
        assertThat(snapshot.of(Mark.class)).containsExactly(one, other);
        Contents contents = Contents.of(snapshot);
        assertThat(contents.of(Sections.MARKS)).containsExactly(one, other);
        assertThat(contents.halves()).extracting(half -> half.of(Sections.MARKS)).contains(List.of(one));
        assertThat(Sections.MARKS.dropCounter()).isEqualTo("spool.marks.dropped");
        Batch sent = Batches.recursion(1).with(Sections.MARKS, contents.of(Sections.MARKS));
        Batch come = (Batch) FrameCodec.decode(FrameCodec.encode(sent));
        assertThat(come.contents().of(Sections.MARKS)).containsExactly(one, other);
        long[] now = {Batches.now()};
        try (DuckDbStore store = new DuckDbStore(folder, () -> now[0])) {
            store.open(Batches.hello("shop", "i"));
            assertThat(store.append("i", come)).isEqualTo(Appended.STORED);
            assertThat(number(store, "SELECT count(*) FROM marks WHERE text = 'deployed' AND node = 1")).isEqualTo(1);
            assertThat(number(store, "SELECT sum(marks) FROM mark_counts")).isEqualTo(2);
            Batch unknown = Batches.of(2, List.of(), List.of()).with(Sections.MARKS, List.of(new Mark(9, 1, "where")));
            assertThat(store.append("i", unknown)).isEqualTo(Appended.QUARANTINED);
            now[0] += HOUR;
            store.upkeepNow();
            assertThat(number(store, "SELECT count(*) FROM segments WHERE rows > 0 AND tbl = 'mark_counts'"))
                    .as("rolled up").isPositive();
            assertThat(number(store, "SELECT sum(marks) FROM mark_counts")).isEqualTo(2);
            now[0] += 400 * 24 * HOUR;
            store.upkeepNow();
            assertThat(number(store, "SELECT count(*) FROM marks")).as("aged").isZero();
        }
        assertThatThrownBy(() -> new DuckDbStore(older)).isInstanceOf(StoreException.class)
                .hasMessageContaining("has no table marks, which this server reads and writes");
    }

    private static Snapshot drained(Mark... marks) {
        Metering metering = new Metering(Options.load("hotspot.enabled=false", new Properties()));
        for (Mark mark : marks) {
            Marks.set(mark);
        }
        return metering.drain();
    }

    private static long number(DuckDbStore store, String sql) {
        return store.query(connection -> Database.number(connection, sql));
    }
}
