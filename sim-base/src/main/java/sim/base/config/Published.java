package sim.base.config;

import java.util.Map;

/**
 * Names that settings had in the systems SIM follows. Probes' are written {@code jxinsight.server.probes.<name>}, or
 * {@code j.s.p.<name>} in short; those of SIM-Instrumentation are {@code sim.} options that were called otherwise.
 */
final class Published {
    /** The folder of {@link #FILE}. */
    static final String HOME = "jxinsight.home";
    static final String FILE = "jxinsight.override.config";
    /** Beside it: packages whose classes were to be metered, a line each, behind a {@code !} those that were not. */
    static final String FILTERS = "jxinsight.aspectj.filters.config";
    private static final String LONG = "jxinsight.server.probes.";
    private static final String SHORT = "j.s.p.";
    /** Either order of words was in use. */
    private static final Map<String, String> HOTSPOT = Map.of("inherent.threshold", "threshold.inherent",
            "credit.inherent", "inherent.credit", "debit.inherent", "inherent.debit");
    private static final String DELAY = "sim.agent.communication.time.delay";
    /** Today's label, empty where there is nothing of the kind. */
    private static final Map<String, String> INSTRUMENTATION = Map.of("sim.application.name",
            Option.APPLICATION.label(), DELAY, Option.INTERVAL.label(), "sim.agent.location", "",
            "sim.measurable.threshold", "", "sim.platform.metrics.collect.interval", "",
            "sim.agent.communication.buffer.size", "", "sim.agent.communication.timeout", "");

    private Published() {}

    static boolean is(String property) {
        return property.startsWith("jxinsight.") || property.startsWith(SHORT) || INSTRUMENTATION.containsKey(property);
    }

    /** Today's label; empty where there is nothing of the kind. */
    static String label(String property) {
        String name = name(property);
        if (name == null) {
            return INSTRUMENTATION.getOrDefault(property, "");
        }
        if (!name.startsWith("hotspot.")) {
            return "probes." + name;
        }
        String part = name.substring("hotspot.".length());
        return "hotspot." + HOTSPOT.getOrDefault(part, part);
    }

    /** A value as it is written today. */
    static String text(String property, String text) {
        return property.equals(DELAY) && OptionType.isBare(text) && !text.isEmpty() ? text + "ms" : text;
    }

    /** The other spelling of the same name, itself if there is none: extensions may ask for either. */
    static String otherSpelling(String property) {
        String name = name(property);
        return name == null ? property : property.startsWith(LONG) ? SHORT + name : LONG + name;
    }

    /** What stands behind the prefix, null where there is none. */
    private static String name(String property) {
        return property.startsWith(LONG)
                ? property.substring(LONG.length())
                : property.startsWith(SHORT) ? property.substring(SHORT.length()) : null;
    }
}
