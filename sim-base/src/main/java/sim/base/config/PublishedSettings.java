package sim.base.config;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import sim.model.text.Text;

/**
 * What a configuration sets by the names of the systems SIM follows. What exists here is an option or an extension's
 * setting; what does not is named, and the program is metered without it.
 */
final class PublishedSettings {
    /** How many settings that mean nothing here are named. */
    private static final int NAMED = 20;
    /** The most values of the environment that are no settings of SIM. */
    static final int MOST_VALUES = 1_000;
    /** The extensions' lists, by what their settings begin with. */
    private static final Map<Option, String> LISTS = Map.of(Option.PROBES_INTERCEPTORS, "interceptor.",
            Option.PROBES_STRATEGIES, "strategy.", Option.PROBES_MEASURES, "measure.");

    private final Map<Option, String> texts;
    private final Map<String, String> settings;
    /** How what is set was written, by today's label. */
    private final Map<String, String> places;
    private final Map<String, String> byName = new TreeMap<>();
    private final Set<Option> given = EnumSet.noneOf(Option.class);
    /** Extensions' settings that have their value from here. */
    private final Set<String> givenSettings = new TreeSet<>();
    private final List<String> unused = new ArrayList<>();
    private int saidOthers;
    private int values;

    /**
     * @param texts options that are set, to which these are added
     * @param settings those of extensions, likewise
     * @param places how each was written, likewise
     */
    PublishedSettings(Map<Option, String> texts, Map<String, String> settings, Map<String, String> places) {
        this.texts = texts;
        this.settings = settings;
        this.places = places;
    }

    /** The file such a configuration stands in, where its folder is named; empty where there is none. */
    static String file(Properties system) {
        String home = system.getProperty(Published.HOME);
        Path file = home == null ? null : Path.of(home, Published.FILE);
        return file != null && Files.isReadable(file) ? file.toString() : "";
    }

    /** Names the list of packages that may stand beside such a file: a weaver's configuration says that here. */
    void nameFilters(Properties system) {
        String home = system.getProperty(Published.HOME);
        Path file = home == null ? null : Path.of(home, Published.FILTERS);
        if (file != null && Files.isReadable(file)) {
            unused.add(0, "the packages in " + file + " (name them in an aop.xml)");
        }
    }

    /** Everything, by either spelling. */
    Map<String, String> byName() {
        return Collections.unmodifiableMap(byName);
    }

    /** Whether the option has its value from here: then it may be left out where it does not fit. */
    boolean gave(Option option) {
        return given.contains(option);
    }

    /** Takes what has a published name; today's spelling, which is there already, wins. */
    void put(Properties properties, String before, String after) {
        for (String property : new TreeSet<>(properties.stringPropertyNames())) {
            if (!Published.is(property) || property.equals(Published.HOME)) {
                continue;
            }
            String text = Text.wellFormed(properties.getProperty(property).trim());
            String label = Published.label(property);
            put(label, Published.text(property, text),
                    before + OptionException
                            .line(Text.cut(property, Options.SHOWN) + "=" + Text.cut(text, Options.SHOWN)) + after);
            String used = settings.getOrDefault("sim." + label, text);
            byName.putIfAbsent(property, used);
            byName.putIfAbsent(Published.otherSpelling(property), used);
        }
    }

    /**
     * Takes a value of the environment, which no setting of SIM has a name for. Each name stays in memory for ever, so there is a bound.
     *
     * @return whether it is kept
     */
    boolean putValue(String name, String text) {
        boolean isKept = values < MOST_VALUES && name.length() <= Options.SHOWN;
        if (isKept) {
            values++;
            byName.putIfAbsent(name, text);
        }
        return isKept;
    }

    private void put(String label, String text, String setting) {
        Option option = Option.labelled(label);
        if (option == null && Options.isOpen(label)) {
            putSetting(label, text, setting);
        } else if (option == null) {
            unused.add(setting);
        } else if (!option.type().accepts(text)) {
            unused.add(setting + " (it must be " + option.type().allowed() + ")");
        } else if (texts.containsKey(option)) {
            sayOther(label, text, texts.get(option), setting);
        } else {
            texts.put(option, text);
            places.put(label, setting);
            given.add(option);
        }
    }

    private void putSetting(String label, String text, String setting) {
        String known = settings.putIfAbsent("sim." + label, text);
        if (known != null) {
            sayOther(label, text, known, setting);
        } else {
            places.put(label, setting);
            givenSettings.add("sim." + label);
        }
    }

    /** What was set before, by today's spelling or another published one, wins. */
    private void sayOther(String label, String text, String known, String setting) {
        if (!text.equals(known) && ++saidOthers <= NAMED) {
            System.err.println("sim: " + setting + " is not used: it is " + label + "="
                    + Text.cut(text, Options.SHOWN) + " today, and " + places.get(label)
                    + " wins. Remove one of them");
        }
    }

    /** The settings of SIM's own extensions are known; what others read is theirs to say. */
    void nameIgnored() {
        for (String each : givenSettings) {
            ShippedExtension extension = ShippedExtension.ignoring(each, settings);
            if (extension != null) {
                unused.add(places.get(each.substring("sim.".length())) + " (the settings of " + extension.label()
                        + " are " + String.join(", ", extension.settings()) + ")");
            }
        }
    }

    /** Takes off the lists what no class is named for: the originals brought extensions that SIM does not have. */
    void dropUnmade() {
        LISTS.forEach((option, kind) -> {
            if (given.contains(option)) {
                List<String> made = new ArrayList<>(Options.parts(texts.get(option)));
                made.removeIf(name -> {
                    String factory = kind + name + "." + ShippedExtension.FACTORY;
                    return ShippedExtension.labelled(kind + name) == null
                            && !settings.containsKey("sim.probes." + factory)
                            && unused.add(OptionException.line(option.label() + "=" + name + " (it needs probes."
                                    + factory + ")"));
                });
                texts.put(option, String.join(",", made));
            }
        });
    }

    /** Takes off the lists of meters what is a meter already. */
    void dropDoubled() {
        Set<String> known = Options.builtInMeters();
        List<Option> last = new ArrayList<>();
        for (Option option : List.of(Option.PROBES_MEASURES, Option.PROBES_COUNTERS)) {
            if (given.contains(option)) {
                last.add(option);
            } else {
                known.addAll(Options.parts(texts.getOrDefault(option, "")));
            }
        }
        for (Option option : last) {
            List<String> made = new ArrayList<>(Options.parts(texts.get(option)));
            made.removeIf(name -> !known.add(name) && unused.add(OptionException.line(option.label() + "=" + name
                    + " (there is a meter of that name)")));
            texts.put(option, String.join(",", made));
        }
    }

    /** Names what means nothing here, in a line. */
    void sayUnused() {
        if (!unused.isEmpty()) {
            System.err.println("sim: metered without these published settings, which SIM does not have or cannot use: "
                    + named(unused, "; "));
        }
        if (saidOthers > NAMED) {
            System.err
                    .println("sim: " + (saidOthers - NAMED)
                            + " more settings are not used, because another spelling wins");
        }
    }

    /** The first of them, and how many there are more. */
    static String named(List<String> all, String between) {
        int more = all.size() - NAMED;
        return OptionException.line(String.join(between, all.subList(0, Math.min(NAMED, all.size()))))
                + (more > 0 ? between + "and " + more + " more" : "");
    }
}
