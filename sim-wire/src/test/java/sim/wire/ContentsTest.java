package sim.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
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
        Snapshot snapshot = Snapshot.between(1, 2);
        List<Object> lists = new ArrayList<>();
        for (Section<?> section : Sections.ALL) {
            if (section.type() != null) {
                List<?> list = section.type() == Invocation.class ? calls() : List.of("of " + section);
                snapshot = with(snapshot, section.type(), list);
                lists.add(list);
            }
        }
        Contents contents = Contents.of(snapshot);
        List<Object> travelling = new ArrayList<>();
        contents.sections().forEach(each -> travelling.add(contents.of(each)));
        assertThat(travelling).containsExactlyInAnyOrderElementsOf(lists);
        List<Object> named = new ArrayList<>();
        for (Method method : Snapshot.class.getMethods()) { // a section needs no name there: of() has its list
            if (method.getParameterCount() == 0 && List.class.isAssignableFrom(method.getReturnType())) {
                named.add(method.invoke(snapshot));
            }
        }
        assertThat(named).as("a list that a snapshot names has a section, and none has two names").isNotEmpty()
                .doesNotHaveDuplicates().isSubsetOf(lists);
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Snapshot with(Snapshot snapshot, Class type, List<?> list) {
        return snapshot.with(type, list);
    }

    private static Invocations calls() {
        return Invocations.of(List.of(new Invocation(1, 0, "main", 2, 1, new long[]{5}, false, null)));
    }
}
