package sim.metrics.config;

import java.util.List;
import java.util.Map;

/** The extensions that come with SIM: they need no class named, and their settings are known. */
public enum ShippedExtension {
    LOG("interceptor.log", "sim.metrics.interceptor.LogInterceptorFactory", "threshold", "meter", "file", "max.size"),
    JFR("interceptor.jfr", "sim.metrics.interceptor.JfrInterceptorFactory", "threshold", "meter"),
    RECORD("interceptor.record", "sim.metrics.recording.RecordInterceptorFactory", "file", "max.size", "memory"),
    SAMPLE("strategy.sample", "sim.metrics.strategy.SampleStrategyFactory", "every");

    /** The setting every extension has: a name given to another class is no longer SIM's. */
    public static final String FACTORY = "factory.class";
    /** Where that class is, if not on the program's class path. */
    public static final String CLASSPATH = "factory.classpath";

    private final String label;
    private final String factory;
    private final List<String> settings;

    ShippedExtension(String label, String factory, String... settings) {
        this.label = label;
        this.factory = factory;
        this.settings = List.of(settings);
    }

    /** The class that makes it. */
    public String factory() {
        return factory;
    }

    /** Kind and name, such as {@code interceptor.log}. */
    String label() {
        return label;
    }

    /** What may be set below {@code sim.probes.<label>}. */
    List<String> settings() {
        return settings;
    }

    /**
     * The one that is configured by such a setting and does not know it; null where it does, or another class has its name.
     *
     * @param setting a full property name
     * @param settings all there are, by such names
     */
    static ShippedExtension ignoring(String setting, Map<String, String> settings) {
        for (ShippedExtension extension : values()) {
            String prefix = "sim.probes." + extension.label + ".";
            if (setting.startsWith(prefix) && !extension.settings.contains(setting.substring(prefix.length()))
                    && !setting.equals(prefix + CLASSPATH) && !settings.containsKey(prefix + FACTORY)) {
                return extension;
            }
        }
        return null;
    }

    /** The one of that kind and name, or null. */
    public static ShippedExtension labelled(String label) {
        for (ShippedExtension extension : values()) {
            if (extension.label.equals(label)) {
                return extension;
            }
        }
        return null;
    }
}
