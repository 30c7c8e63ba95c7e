package sim.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import sim.model.snapshot.Invocation;
import sim.model.snapshot.Invocations;
import sim.model.snapshot.Snapshot;

/** What comes of a snapshot. */
class ContentsTest {
    /** What a list has is of no matter here: each has one element that none of the others has. */
    @Test
    void eachListOfASnapshotTravels() throws ReflectiveOperationException {
        RecordComponent[] components = Snapshot.class.getRecordComponents();
        Object[] values = new Object[components.length];
        Class<?>[] types = new Class<?>[components.length];
        List<Object> lists = new ArrayList<>();
        for (int i = 0; i < components.length; i++) {
            types[i] = components[i].getType();
            values[i] = types[i] == long.class ? 0L : types[i] == Invocations.class ? calls() : List.of("list " + i);
            if (types[i] != long.class) {
                lists.add(values[i]);
            }
        }
        Constructor<Snapshot> all = Snapshot.class.getDeclaredConstructor(types);
        Contents contents = Contents.of(all.newInstance(values));
        assertThat(contents.sections()).hasSize(lists.size());
        List<Object> travelling = new ArrayList<>();
        contents.sections().forEach(each -> travelling.add(contents.of(each)));
        assertThat(travelling).as("a list of Snapshot that no section takes is lost")
                .containsExactlyInAnyOrderElementsOf(lists);
    }

    private static Invocations calls() {
        return Invocations.of(List.of(new Invocation(1, 0, "main", 2, 1, new long[]{5}, false, null)));
    }
}
