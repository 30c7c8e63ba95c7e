package sim.jfr;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;
import sim.model.jfr.EventNames;

/** A counter that is not 0, written at the end of each chunk of a recording. */
@Name(EventNames.CONTEXT_COUNTER)
@Label("Context Counter")
@Category(ContextEvent.CATEGORY)
@StackTrace(false)
@Period("endChunk")
final class ContextCounterEvent extends Event {
    @Label("Counter")
    String counter;

    @Label("Count")
    @Name("count")
    long total;
}
