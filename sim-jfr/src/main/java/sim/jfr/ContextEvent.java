package sim.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import sim.model.jfr.EventNames;

/**
 * The event of a scope whose keys have no event type of their own: a scope without entries, or one past the bound of {@link KeySet}. It
 * also tells whether scopes are recorded at all: all event types of scopes have its name, so one setting switches them together.
 */
@Name(EventNames.CONTEXT)
@Label(ContextEvent.LABEL)
@Description(ContextEvent.DESCRIPTION)
@Category(ContextEvent.CATEGORY)
@StackTrace(false)
final class ContextEvent extends Event {
    static final String LABEL = "Context";
    static final String DESCRIPTION = "A scope of a recording context, and its entries";
    static final String CATEGORY = "SIM";

    @Label("Scope")
    @Description("Tells the scopes of a thread apart")
    long scope;

    @Label("Whole")
    @Description("Whether the entries replace those of the scope outside")
    boolean whole;

    @Label("Entries")
    @Contextual
    String entries;
}
