package sim.jfr;

import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.SettingDefinition;

/**
 * The superclass for the application's own event classes whose events a context filter may refuse. A refused event is not
 * written, and {@code shouldCommit()} returns false. JFR asks at {@code commit}; that costs some ns, and nothing without a
 * filter.
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
