package sim.jfr;

import java.util.Set;
import jdk.jfr.SettingControl;

/** The setting {@code contextFilter} of {@link FilteredEvent}s: {@code true}, the default, or {@code false}. */
public final class ContextFilterControl extends SettingControl {
    private volatile String value = "true";

    /** Called by JFR. */
    public ContextFilterControl() {}

    /** One running recording with {@code false} switches the filter off for all: it wants every event. */
    @Override
    public String combine(Set<String> settings) {
        return settings.contains("false") ? "false" : "true";
    }

    @Override
    public void setValue(String setting) {
        value = setting;
    }

    @Override
    public String getValue() {
        return value;
    }

    boolean isOn() {
        return !"false".equals(value);
    }
}
