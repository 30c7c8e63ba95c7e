package sim.base.config;

import org.jinspired.probes.Probes;

/**
 * The settings of one extension, as its factory finds them in its environment. A wrong one is an
 * {@link OptionException}, which switches the extension off with that line.
 */
public final class Settings {
    private final Probes.Environment environment;
    private final String prefix;

    /** @param prefix such as {@code sim.probes.interceptor.log} */
    public Settings(Probes.Environment environment, String prefix) {
        this.environment = environment;
        this.prefix = prefix;
    }

    public String text(String name, String fallback) {
        return read(name, fallback, OptionType.TEXT);
    }

    public int count(String name, String fallback) {
        return Integer.parseInt(read(name, fallback, OptionType.COUNT));
    }

    /** A threshold in the meter's unit, ns for a time. */
    public long quantity(String name, String fallback, String meter) {
        return OptionType.quantity(read(name, fallback, OptionType.QUANTITY), meter);
    }

    public long bytes(String name, String fallback) {
        return OptionType.bytes(read(name, fallback, OptionType.BYTES));
    }

    /** An exception about a setting, for checks of the extension itself. */
    public OptionException wrong(String name, String text, String cure) {
        return new OptionException(prefix + "." + name + "=" + text + " is not usable: " + cure);
    }

    private String read(String name, String fallback, OptionType type) {
        String text = environment.getString(Probes.parse(prefix + "." + name), fallback);
        if (!type.accepts(text)) {
            throw wrong(name, text, "it must be " + type.allowed());
        }
        return text;
    }
}
