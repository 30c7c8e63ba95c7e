package sim.server.cli;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Numbers with the unit that fits them. */
final class Units {
    private static final int NAME_WIDTH = 48;
    private static final DateTimeFormatter MOMENT = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS", Locale.ROOT);

    private Units() {}

    static String nanos(long nanos) {
        if (nanos < 1_000) {
            return nanos == 0 ? "0" : nanos + "ns";
        }
        return nanos < 1_000_000
                ? scaled(nanos / 1e3, "us")
                : nanos < 1_000_000_000 ? scaled(nanos / 1e6, "ms") : scaled(nanos / 1e9, "s");
    }

    static String bytes(long bytes) {
        if (bytes < 1024) {
            return bytes == 0 ? "0" : bytes + "B";
        }
        return bytes < 1 << 20
                ? scaled(bytes / 1024.0, "KB")
                : bytes < 1 << 30 ? scaled(bytes / 1048576.0, "MB") : scaled(bytes / 1073741824.0, "GB");
    }

    static String count(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    /** A time in microseconds since the epoch, as the clock on the wall has it here. */
    static String moment(long micros) {
        return MOMENT.format(Instant.ofEpochMilli(Math.floorDiv(micros, 1_000)).atZone(ZoneId.systemDefault()));
    }

    /** Class and method, the package left out and the rest cut to fit. */
    static String method(String owner, String member) {
        return fitting(owner.substring(owner.lastIndexOf('.') + 1) + "." + member);
    }

    /** A name, all but its end cut to fit. */
    static String fitting(String name) {
        return name.length() <= NAME_WIDTH ? name : "…" + name.substring(name.length() - NAME_WIDTH + 1);
    }

    private static String scaled(double value, String unit) {
        return String.format(Locale.ROOT, value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%.0f", value) + unit;
    }
}
