package sim.base.name;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZZ_Result;

/** {@link Name#add} and {@link Name#remove}. Fails on any hardware when the set is read and written in two steps. */
@JCStressTest
@Description("Labels put on and taken off by several threads at once: none is lost, none comes back.")
@Outcome(id = "true, true, false", expect = ACCEPTABLE, desc = "Each thread's label is as that thread left it.")
@Outcome(expect = FORBIDDEN, desc = "One thread wrote over the other's.")
@State
public class LabelsStay {
    private final Name name = new Names(1).name("a");

    public LabelsStay() {
        name.add(Label.UNMANAGED);
    }

    @Actor
    public void oneThread() {
        name.add(Label.PROBE);
        name.remove(Label.UNMANAGED);
    }

    @Actor
    public void anotherThread() {
        name.add(Label.DISABLED);
        name.remove(Label.DISABLED);
        name.add(Label.HOTSPOT);
    }

    @Arbiter
    public void look(ZZZ_Result result) {
        result.r1 = name.contains(Label.PROBE);
        result.r2 = name.contains(Label.HOTSPOT);
        result.r3 = name.contains(Label.UNMANAGED) || name.isDisabled();
    }
}
