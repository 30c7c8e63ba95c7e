package sim.store;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How long rows are kept, in microseconds. It holds when rows are read and when segments are removed, so a change takes
 * effect at once.
 *
 * @param detail single calls, contexts, events
 * @param notable the slowest and the failed contexts of each hour; at least as long
 * @param instance the rows of instances by level, {@link Ladder}; a coarser level at least as long as a finer one
 * @param application the same of applications' sums; level 0 is that of the instances
 */
public record Keep(long detail, long notable, List<Long> instance, List<Long> application) {
    /** Longer than any store lives. */
    static final long FOREVER = Long.MAX_VALUE / 4;
    private static final long SECOND = 1_000_000;
    private static final long MINUTE = 60 * SECOND;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;
    private static final List<String> LEVELS = List.of("batch", "1m", "10m", "1h", "1d");
    private static final Pattern PART = Pattern
            .compile("(?:(?:(instance|application)\\.(batch|1m|10m|1h|1d)|(notable))=)?(\\d{1,9}[smhd]|forever)");
    /** What may be written for {@code --keep}. */
    public static final String ALLOWED = "times with s, m, h or d, or forever, with commas between two: the first is for single "
            + "calls, contexts and events; notable= is for the slowest and the failed contexts of each hour; instance.STEP= and application.STEP= are for sums, with the steps batch, 1m, "
            + "10m, 1h, and 1d of applications, such as 7d,instance.1m=24h,application.1h=forever";

    /** A week of single calls, contexts and events, a month of notable contexts; sums for some 65 GB from a hundred busy JVMs. */
    public static final Keep STANDARD = new Keep(7 * DAY, 30 * DAY, List.of(HOUR, 12 * HOUR, 7 * DAY, 30 * DAY),
            List.of(HOUR, 2 * DAY, 30 * DAY, 400 * DAY, FOREVER));

    public Keep {
        notable = Math.max(notable, detail);
        instance = ascending(instance);
        application = ascending(application);
    }

    private static List<Long> ascending(List<Long> levels) {
        Long[] kept = levels.toArray(new Long[0]);
        for (int level = 1; level < kept.length; level++) {
            kept[level] = Math.max(kept[level - 1], kept[level]);
        }
        return List.of(kept);
    }

    /** Everything for that long. */
    public static Keep all(long micros) {
        return new Keep(micros, micros, List.of(micros, micros, micros, micros),
                List.of(micros, micros, micros, micros, micros));
    }

    /**
     * The standard, changed by what a text says. If the text sets how long contexts are kept and says nothing of notable ones, notable ones are kept
     * as long as the others.
     *
     * @throws IllegalArgumentException that says what may be written
     */
    public static Keep of(String text) {
        long detail = -1;
        long notable = -1;
        Long[] instance = STANDARD.instance.toArray(new Long[0]);
        Long[] application = STANDARD.application.toArray(new Long[0]);
        for (String part : text.split(",")) {
            Matcher matcher = PART.matcher(part.trim());
            if (!matcher.matches() || "instance".equals(matcher.group(1)) && "1d".equals(matcher.group(2))
                    || "application".equals(matcher.group(1)) && "batch".equals(matcher.group(2))) {
                throw new IllegalArgumentException("'" + part + "' is not a length of time; write " + ALLOWED);
            }
            long micros = micros(matcher.group(4));
            if (micros == 0) {
                throw new IllegalArgumentException("'" + part + "' keeps nothing; write at least 1s, or leave it out");
            }
            if (matcher.group(3) != null) {
                notable = micros;
            } else if (matcher.group(1) == null) {
                detail = micros;
            } else {
                (matcher.group(1).equals("instance") ? instance : application)[LEVELS
                        .indexOf(matcher.group(2))] = micros;
            }
        }
        return new Keep(detail < 0 ? STANDARD.detail : detail, detail < 0 && notable < 0 ? STANDARD.notable : notable,
                List.of(instance), List.of(application));
    }

    /** A length of time as {@code --keep} has it. */
    static long micros(String text) {
        if (text.equals("forever")) {
            return FOREVER;
        }
        long number = Long.parseLong(text.substring(0, text.length() - 1));
        long unit = switch (text.charAt(text.length() - 1)) {
            case 's' -> SECOND;
            case 'm' -> MINUTE;
            case 'h' -> HOUR;
            default -> DAY;
        };
        return number > FOREVER / unit ? FOREVER : number * unit;
    }

    /** A length of time as it may be written. */
    static String text(long micros) {
        if (micros >= FOREVER) {
            return "forever";
        }
        return micros % DAY == 0
                ? micros / DAY + "d"
                : micros % HOUR == 0
                        ? micros / HOUR + "h"
                        : micros % MINUTE == 0 ? micros / MINUTE + "m" : micros / SECOND + "s";
    }

    long of(Scope scope, int level) {
        return (scope == Scope.INSTANCE ? instance : application).get(level);
    }
}
