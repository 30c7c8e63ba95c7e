package woven;

import sim.instrumentation.annotation.CreateContext;
import sim.instrumentation.annotation.Instrument;
import sim.instrumentation.annotation.WriteToContext;

/** Loaded again and again by {@link Loaders}. */
@Instrument
public class Reloaded {
    public Reloaded() {
        work(this);
    }

    @CreateContext
    @WriteToContext
    Object work(Object argument) {
        return argument;
    }
}
