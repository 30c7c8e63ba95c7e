package sim.jfr;

import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.SettingDefinition;

/**
 * For event classes of the application's own: an event is not written, and {@code shouldCommit()} answers false, when the
 * context filter in force refuses it. JFR asks at {@code commit}; that costs some ns, and nothing without a filter.
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
