package sim.base.config;

import java.util.List;
import java.util.Map;

/** The extensions that come with SIM. They need no class in the configuration, and SIM knows their settings. */
public enum ShippedExtension {
    LOG("interceptor.log", "sim.metrics.interceptor.LogInterceptorFactory", "threshold", "meter", "file", "max.size"),
    JFR("interceptor.jfr", "sim.metrics.interceptor.JfrInterceptorFactory", "threshold", "meter"),
    RECORD("interceptor.record", "sim.recording.RecordInterceptorFactory", "file", "max.size", "memory"),
    SAMPLE("strategy.sample", "sim.metrics.strategy.SampleStrategyFactory", "every");

    /** The setting that names the class of an extension. If it gives a name of SIM's to another class, that name is no longer SIM's. */
    public static final String FACTORY = "factory.class";
    /** The setting for the class path of that class, if it is not on the program's. */
    public static final String CLASSPATH = "factory.classpath";

    private final String label;
    private final String factory;
    private final List<String> settings;

    ShippedExtension(String label, String factory, String... settings) {
        this.label = label;
        this.factory = factory;
        this.settings = List.of(settings);
    }

    /** The name of the factory class. */
    public String factory() {
        return factory;
    }

    /** Kind and name, such as {@code interceptor.log}. */
    String label() {
        return label;
    }

    /** The settings below {@code sim.probes.<label>}. */
    List<String> settings() {
        return settings;
    }

    /**
     * The extension to which a setting belongs that it does not know. Null if it knows the setting, or another class has its name.
     *
     * @param setting a full property name
     * @param settings all settings, by full property name
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

    /** The extension with this kind and name, or null. */
    public static ShippedExtension labelled(String label) {
        for (ShippedExtension extension : values()) {
            if (extension.label.equals(label)) {
                return extension;
            }
        }
        return null;
    }
}
