package sim.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import sim.model.jfr.EventNames;

/**
 * A scope that is open where a chunk of a recording begins or ends. If the scope is not closed before the recording ends, a reader has only
 * this.
 */
@Name(EventNames.OPEN_CONTEXT)
@Label("Open Context")
@Category(ContextEvent.CATEGORY)
@StackTrace(false)
@Period("everyChunk")
final class OpenContextEvent extends Event {
    @Label("Thread")
    Thread thread;

    @Label("Scope")
    long scope;

    @Label("Age")
    @Description("Since when it is open; negative: since before it was recorded")
    @Timespan(Timespan.NANOSECONDS)
    long age;

    @Label("Depth")
    @Description("How many scopes are outside it")
    int depth;

    @Label("Whole")
    boolean whole;

    @Label("Entries")
    String entries;
}
