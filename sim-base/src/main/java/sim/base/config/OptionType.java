package sim.base.config;

import java.util.Locale;
import java.util.Set;
import sim.model.snapshot.Meter;
import sim.model.text.Text;

/** The form of an option's text: what is allowed, as the message about a wrong value says it. */
enum OptionType {
    TEXT("any text"),
    NAME("from 1 to " + Text.LONGEST_NAME + " characters, not all of them spaces"),
    BOOLEAN("true or false"),
    COUNT("a whole number of at least 1"),
    DURATION(
            "a number with ns, us, ms, s, m, h or d, such as 5s"),
    BYTES(
            "a number with B, KB, MB or GB, such as 16MB"),
    MEMORY(
            "at least 4MB, such as 64MB"),
    ADDRESS(
            "host:port or tls://host:port, such as 127.0.0.1:7420, or none"),
    LISTEN(
            "a port from 1 to 65535, or host:port, such as 9464"),
    EVENTS("all, slow, errors or none"),
    CONTENTION(
            "adaptive or exact"),
    CPU("need or exact"),
    SPAN(
            "from 1us to 1s, such as 50us"),
    LIST("names joined by ',' or '+'"),
    STEP(
            "a whole number from 0 to 1000"),
    QUANTITY(
            "a whole number, microseconds for a time, or one with ns, us, ms, s or m, such as 10us"),
    METER(
            "clock.time, clock.tick or one of: " + meters()),
    SLOW_CALL(
            "a method and how long its call takes, such as shop.Orders.find>500ms"),
    OPEN_CONTEXT(
            "context: and a context's name, such as context:NightlyRun"),
    METERS(
            "all, or meters joined by '+' of: " + meters());

    static final String TLS = "tls://";

    private final String allowed;

    OptionType(String allowed) {
        this.allowed = allowed;
    }

    String allowed() {
        return allowed;
    }

    /** Whether a text has this form. */
    boolean accepts(String text) {
        try {
            switch (this) {
                case NAME :
                    return !text.isBlank() && text.length() <= Text.LONGEST_NAME;
                case BOOLEAN :
                    return text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false");
                case COUNT :
                    return Long.parseLong(text) >= 1 && Long.parseLong(text) <= Integer.MAX_VALUE;
                case DURATION :
                    return nanos(text) >= 0;
                case BYTES :
                    return bytes(text) >= 1;
                case MEMORY :
                    return bytes(text) >= 4 << 20;
                case ADDRESS :
                    return text.equals(Options.NO_SERVER)
                            || bare(text).lastIndexOf(':') > 0 && port(text) > 0 && port(text) < 65536;
                case LISTEN :
                    return bare(text).equals(text) && text.lastIndexOf(':') != 0 && port(text) > 0
                            && port(text) < 65536;
                case EVENTS :
                    return Set.of("all", "slow", "errors", "none").contains(text);
                case CPU :
                    return Set.of("need", "exact").contains(text);
                case SPAN :
                    return nanos(text) >= 1_000 && nanos(text) <= 1_000_000_000;
                case CONTENTION :
                    return Set.of("adaptive", "exact").contains(text);
                case STEP :
                    return Long.parseLong(text) >= 0 && Long.parseLong(text) <= 1000;
                case QUANTITY :
                    return quantity(text, "clock.time") >= 0;
                case METER :
                    return meter(text) != null;
                case SLOW_CALL :
                    return text.isEmpty() || text.lastIndexOf('>') > 0
                            && nanos(text.substring(text.lastIndexOf('>') + 1).trim()) >= 0;
                case OPEN_CONTEXT :
                    return text.isEmpty() || text.startsWith("context:") && !text.substring(8).isBlank();
                case METERS :
                    return text.equals("all") || meterBits(text) != 0;
                default :
                    return true;
            }
        } catch (NumberFormatException | ArithmeticException malformed) {
            return false;
        }
    }

    static long nanos(String text) {
        int end = digits(text);
        long number = Long.parseLong(text.substring(0, end));
        switch (text.substring(end).trim()) {
            case "ns" :
                return number;
            case "us" :
                return Math.multiplyExact(number, 1_000L);
            case "ms" :
                return Math.multiplyExact(number, 1_000_000L);
            case "s" :
                return Math.multiplyExact(number, 1_000_000_000L);
            case "m" :
                return Math.multiplyExact(number, 60_000_000_000L);
            case "h" :
                return Math.multiplyExact(number, 3_600_000_000_000L);
            case "d" :
                return Math.multiplyExact(number, 86_400_000_000_000L);
            default :
                throw new NumberFormatException(text);
        }
    }

    /**
     * A threshold in the unit of a meter, ns for a time. A number without a unit is in the Open API's unit: microseconds for a time, ns
     * for {@code clock.tick}.
     */
    static long quantity(String text, String meter) {
        if (!isBare(text)) {
            return nanos(text);
        }
        long number = Long.parseLong(text);
        Meter judged = meter.equals("clock.tick") ? null : meter(meter);
        return judged != null && judged.unit().equals("ns") ? Math.multiplyExact(number, 1_000L) : number;
    }

    /** The meter with a label. The two clocks of the Open API are wall time. */
    static Meter meter(String text) {
        return text.equals("clock.time") || text.equals("clock.tick") ? Meter.WALL : Meter.labelled(text);
    }

    static long bytes(String text) {
        int end = digits(text);
        long number = Long.parseLong(text.substring(0, end));
        switch (text.substring(end).trim().toUpperCase(Locale.ROOT)) {
            case "", "B" :
                return number;
            case "KB" :
                return Math.multiplyExact(number, 1L << 10);
            case "MB" :
                return Math.multiplyExact(number, 1L << 20);
            case "GB" :
                return Math.multiplyExact(number, 1L << 30);
            default :
                throw new NumberFormatException(text);
        }
    }

    /** An address without what says that TLS is spoken there. */
    static String bare(String address) {
        return address.startsWith(TLS) ? address.substring(TLS.length()) : address;
    }

    static int port(String address) {
        return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
    }

    /** The bit set of the meters that a text names; 0 if one of them is unknown. */
    static int meterBits(String text) {
        int bits = 0;
        for (String label : text.split("\\+")) {
            Meter meter = Meter.labelled(label.trim());
            if (meter == null) {
                return 0;
            }
            bits |= meter.bit();
        }
        return bits;
    }

    /** Whether a text is a number without a unit. */
    static boolean isBare(String text) {
        return digits(text) == text.length();
    }

    private static int digits(String text) {
        int end = 0;
        while (end < text.length() && Character.isDigit(text.charAt(end))) {
            end++;
        }
        return end;
    }

    private static String meters() {
        StringBuilder labels = new StringBuilder();
        for (Meter meter : Meter.values()) {
            labels.append(labels.length() == 0 ? "" : ", ").append(meter.label());
        }
        return labels.toString();
    }
}
