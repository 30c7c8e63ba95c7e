package sim.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.model.snapshot.FailureRecord;
import sim.model.snapshot.StackRecord;
import sim.server.Batches;
import sim.wire.Sections;

/** However many types of exceptions a process says there are, and however long, its application has so many, and no count is lost. */
class ErrorTypesTest {
    @TempDir
    Path folder;

    @Test
    void typesPastTheBoundAreStoredAsOneAndLongOnesAreCut() throws Exception {
        List<FailureRecord> failures = new ArrayList<>();
        failures.add(new FailureRecord("x".repeat(50_000), 0, 7));
        for (int i = 0; i < ErrorTypes.MOST + 500; i++) {
            failures.add(new FailureRecord("shop.Failed" + i, 0, 1));
        }
        try (DuckDbStore store = new DuckDbStore(folder)) {
            store.open(Batches.hello("shop", "i"));
            store.append("i", Batches.recursion(1).with(Sections.FAILURES, failures));
        }
        try (DuckDbStore store = new DuckDbStore(folder)) { // knows them still, and the next instance is of the same application
            store.open(Batches.hello("shop", "j"));
            store.append("j", Batches.recursion(1).with(Sections.FAILURES,
                    List.of(new FailureRecord("shop.Late", 0, 1), new FailureRecord("shop.Failed0", 0, 1))));
            assertThat(number(store, "SELECT count(DISTINCT type) FROM error_counts")).isEqualTo(ErrorTypes.MOST + 1);
            assertThat(number(store, "SELECT max(length(type)) FROM error_counts")).isEqualTo(ErrorTypes.LONGEST);
            assertThat(number(store, "SELECT CAST(sum(failures) AS BIGINT) FROM error_counts WHERE type = '"
                    + Places.OTHER + "'")).isEqualTo(501 + 1);
            assertThat(number(store, "SELECT CAST(sum(failures) AS BIGINT) FROM error_counts"))
                    .isEqualTo(7 + ErrorTypes.MOST + 500 + 2);
        }
    }

    @Test
    void textsOfAnExceptionOutsideContextsAreOfNone() throws Exception {
        try (DuckDbStore store = new DuckDbStore(folder)) {
            store.open(Batches.hello("shop", "i"));
            store.append("i", Batches.recursion(1).with(Sections.STACKS, List.of(new StackRecord(Batches.now(),
                    "shop.Declined", 0, 5, "shop.Declined: no money", "\tat shop.Pay", 2, new long[]{77, 0}))));
            assertThat(number(store, "SELECT context FROM error_stacks")).isZero();
            assertThat(number(store, "SELECT count(*) FROM error_contexts WHERE context = 77")).isOne();
            assertThat(number(store, "SELECT count(*) FROM error_contexts")).isOne();
        }
    }

    private static long number(DuckDbStore store, String sql) throws Exception {
        return store.<Long>query(connection -> Database.number(connection, sql));
    }
}
