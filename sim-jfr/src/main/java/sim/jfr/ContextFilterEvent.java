package sim.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;
import sim.model.jfr.EventNames;

/** Says which context filter is in force: written when the filter changes and at the begin of each chunk, once a filter has been set. */
@Name(EventNames.CONTEXT_FILTER)
@Label("Context Filter")
@Category(ContextEvent.CATEGORY)
@StackTrace(false)
@Period("everyChunk")
final class ContextFilterEvent extends Event {
    @Label("Rules")
    @Description("Empty: every event is kept")
    String rules;

    @Label("Changed")
    @Description("Whether it is in force from now on, and not since before")
    boolean changed;
}
