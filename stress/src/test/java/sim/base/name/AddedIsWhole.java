package sim.base.name;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/**
 * {@link AppendOnlyList}: read without the adders' lock, also while the array grows. Fails on any hardware when the size is written
 * before the element, or the larger array after the size.
 */
@JCStressTest
@Description("Whoever reads beside an adder sees the first so many elements, in their order, and no hole.")
@Outcome(id = "true", expect = ACCEPTABLE, desc = "A whole beginning of what was added.")
@Outcome(expect = FORBIDDEN, desc = "A hole, or the wrong order.")
@State
public class AddedIsWhole {
    private final AppendOnlyList<Integer> numbers = new AppendOnlyList<>();

    @Actor
    public void adder() {
        for (int i = 0; i < 70; i++) {
            numbers.add(i);
        }
    }

    @Actor
    public void reader(Z_Result result) {
        List<Integer> read = numbers.after(60);
        result.r1 = true;
        for (int i = 0; i < read.size(); i++) {
            result.r1 &= read.get(i) != null && read.get(i) == 60 + i;
        }
    }
}
