package sim.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import sim.base.redact.Redaction;
import sim.model.snapshot.Meter;

class PackingTest {
    private static final int[] WALL = {0};
    private static final int LIMIT = 32;

    private final ContextMemory memory = new ContextMemory(1 << 20);
    private Error failure;
    private final Packing packing = new Packing(
            new Bounds(100, 10, 100, LIMIT, 2, 10, 1 << 20, Long.MAX_VALUE, 0, Integer.MAX_VALUE, 0, 0, Redaction.NONE),
            WALL, this::callerOf, memory);

    static Stream<Error> failures() {
        return Stream.of(new OutOfMemoryError("meant"), new StackOverflowError("meant"));
    }

    /** The table in which two stays are added up has grown, and so has its set of places without a row. */
    @ParameterizedTest
    @MethodSource("failures")
    void theTableForASumIsPaidBackWhereTheSumFails(Error meant) {
        Work work = new Work();
        Scope first = scope(5);
        packing.pack(work, first, true, false);
        Scope second = scope(10);
        long before = memory.taken();
        for (int i = 0; i < 10; i++) {
            failure = meant;
            assertThatThrownBy(() -> packing.pack(work, second, false, true)).isSameAs(meant);
            failure = null;
            memory.settle();
            assertThat(memory.taken()).isEqualTo(before);
        }
        packing.pack(work, second, false, true);
        assertThat(work.size()).isBetween(1, 2);
    }

    private int callerOf(int place) {
        if (failure != null) {
            throw failure;
        }
        return 0;
    }

    /** A stay with a call at each of so many places, and one that has no row. */
    private Scope scope(int places) {
        Scope scope = Scope.open(null, null, null, false);
        scope.places = packing.scratch();
        for (int place = 1; place <= places; place++) {
            scope.places.add(place, WALL, Meter.WALL.bit(), new long[Meter.COUNT], new long[Meter.COUNT], false);
        }
        scope.places.leaveOut(LIMIT + 1, 1, 0, 5);
        return scope;
    }
}
