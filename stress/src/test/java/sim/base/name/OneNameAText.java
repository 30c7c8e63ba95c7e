package sim.base.name;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZII_Result;

/** {@link Interned} and {@link Names#admit}. Fails on any hardware when a name is made and put in two steps. */
@JCStressTest
@Description("Threads that meet the same text at once get the same name, with one number.")
@Outcome(id = "true, 2, 3", expect = ACCEPTABLE, desc = "The names are the same, in the dictionary once beside [other].")
@Outcome(id = "true, 3, 2", expect = ACCEPTABLE, desc = "Likewise; the second was admitted first.")
@Outcome(expect = FORBIDDEN, desc = "Equal texts have two names, or a name has two numbers.")
@State
public class OneNameAText {
    private final Names names = new Names(10);
    private Name one;
    private Name oneLonger;
    private Name other;
    private Name otherLonger;

    @Actor
    public void oneThread() {
        one = names.admit(names.parse("sim.a"));
        oneLonger = names.admit(one.name("b"));
    }

    @Actor
    public void anotherThread() {
        otherLonger = names.admit(names.parse("sim.a.b"));
        other = names.admit(otherLonger.getPrefix());
    }

    @Arbiter
    public void compare(ZII_Result result) {
        result.r1 = one == other && oneLonger == otherLonger && names.after(0).size() == 3;
        result.r2 = names.idOf(one);
        result.r3 = names.idOf(oneLonger);
    }
}
