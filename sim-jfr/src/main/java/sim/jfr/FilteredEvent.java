package sim.jfr;

import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.SettingDefinition;

/**
 * The superclass for event classes of the application whose events a context filter may refuse. A refused event is not written, and its
 * {@code shouldCommit()} returns false. JFR asks the filter at {@code commit}, which takes a few ns, or nothing if there is no filter.
 */
public abstract class FilteredEvent extends Event {
    /** For subclasses. */
    protected FilteredEvent() {}

    /** Called by JFR. */
    @SettingDefinition
    @Name("contextFilter")
    @Label("Context Filter")
    @Description("Whether the context filter in force applies")
    protected boolean contextFilter(ContextFilterControl control) {
        if (!control.isOn() || RecordingContextFilter.Config.accepts(getClass())) {
            return true;
        }
        Counter.FILTERED.add();
        return false;
    }
}
