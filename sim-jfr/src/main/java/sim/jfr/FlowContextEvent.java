package sim.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import sim.model.jfr.EventNames;

/** The event of a flow context's stay on a thread. It has what had been written into the context by the end of the stay. */
@Name(EventNames.CONTEXT)
@Label("Flow Context")
@Description("A flow context while it is current on a thread, and its values")
@Category(ContextEvent.CATEGORY)
@StackTrace(false)
final class FlowContextEvent extends Event {
    @Label("Scope")
    long scope;

    @Label("Whole")
    boolean whole;

    @Label(FlowContexts.NAME)
    @Contextual
    String context;

    @Label(FlowContexts.TAG)
    @Contextual
    String tag;

    @Label(FlowContexts.ID)
    @Description("As the agent server shows it")
    @Contextual
    String id;

    @Label("Entries")
    @Contextual
    String entries;
}
