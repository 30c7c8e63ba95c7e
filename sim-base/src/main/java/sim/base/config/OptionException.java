package sim.base.config;

import java.util.regex.Pattern;

/** A wrong option; the message is the one line the user reads: what, where, the value, the cure. */
public final class OptionException extends IllegalArgumentException {
    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");

    public OptionException(String message) {
        super(line(message));
    }

    /** One line, whatever a value in it has: each control character becomes U+FFFD. */
    static String line(String message) {
        return CONTROL.matcher(message).replaceAll("\ufffd");
    }
}
