package sim.base.config;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import sim.model.snapshot.Meter;
import sim.model.text.Text;

/**
 * The options of this JVM, read once. The agent's argument wins over {@code -Dsim.<option>}, which wins over the file
 * named by {@code sim.config}; what is nowhere set has its default. Immutable.
 */
public final class Options {
    /** The address of a server that says there is none. */
    public static final String NO_SERVER = "none";
    /** The most characters that a message shows of an unusable value. */
    static final int SHOWN = 200;
    /** Below these prefixes any name is an option, because extensions have settings of their own. */
    private static final List<String> OPEN = List.of("probes.interceptor.", "probes.strategy.", "probes.measure.",
            "probes.environment.", "payload.script.");

    /** They share {@link Option#MEMORY}. */
    private static final List<Option> SHARING = List.of(Option.NUMBERS_MEMORY, Option.CONTEXTS_MEMORY,
            Option.PAYLOAD_MEMORY, Option.SPOOL);
    /** Of a heap they may take this part together, if nothing is said of memory: each a sixteenth. */
    private static final int OF_HEAP = 4;

    private final Map<Option, String> texts;
    private final Map<String, String> settings;
    /** Where each setting was found. */
    private final Map<String, String> places = new TreeMap<>();
    /** How each option or setting was written, by its label. */
    private final Map<String, String> written = new TreeMap<>();
    private final PublishedSettings published;

    private Options(Map<Option, String> texts, Map<String, String> settings) {
        this.texts = texts;
        this.settings = settings;
        this.published = new PublishedSettings(texts, settings, written);
    }

    /** From the system properties and the configuration file. Throws OptionException at the first wrong one. */
    public static Options load() {
        return load("", System.getProperties());
    }

    /** The options of a runtime that meters nothing and starts nothing, whatever is set. */
    public static Options off() {
        return load(Option.ENABLED.label() + "=false", new Properties());
    }

    /**
     * From the agent's argument ({@code name=value,name=value}), properties and the configuration file they name.
     *
     * @throws OptionException with one line that names the option, where it stands, its value and the cure
     */
    public static Options load(String argument, Properties system) {
        Options options = new Options(new EnumMap<>(Option.class), new TreeMap<>());
        Properties inArgument = options.putArgument(argument);
        for (String property : system.stringPropertyNames()) {
            if (property.startsWith("sim.") && !Published.is(property)) {
                options.put(property.substring(4), system.getProperty(property), "system property " + property);
            }
        }
        Properties content = new Properties();
        String file = options.text(Option.CONFIG);
        if (!file.isEmpty()) {
            content = read(Path.of(file));
            options.putFile(content, content.stringPropertyNames(), file);
        } else if (!PublishedSettings.file(system).isEmpty()) {
            file = PublishedSettings.file(system);
            content = readForeign(Path.of(file));
            options.putFile(content, options.known(content, file), file);
        }
        options.checkSettings();
        // Last, so that today's names win over published ones, wherever they are.
        options.published.put(inArgument, "", " in the agent's argument");
        options.published.put(system, "system property ", "");
        options.published.put(content, "", " in " + file);
        options.published.nameFilters(system);
        options.published.nameIgnored();
        options.published.dropUnmade();
        options.published.dropDoubled();
        options.checkThresholds();
        options.checkMemory();
        options.published.sayUnused();
        return options;
    }

    /** Everything that is set by a published name, under both spellings. Extensions find it in their environment. */
    public Map<String, String> published() {
        return published.byName();
    }

    /** Whether an option is set by its published name. SIM may adjust such a value if it does not fit. */
    public boolean isPublished(Option option) {
        return published.gave(option);
    }

    /** Whether an option is set anywhere. Otherwise it has its default. */
    public boolean isSet(Option option) {
        return texts.containsKey(option);
    }

    /** The settings below {@code sim.probes} for extensions and the environment, and those of scripts, by full property name. */
    public Map<String, String> settings() {
        return Collections.unmodifiableMap(settings);
    }

    /** The parts of a list, in their order. */
    public List<String> list(Option option) {
        return parts(text(option));
    }

    static List<String> parts(String list) {
        List<String> parts = new ArrayList<>();
        for (String part : list.replace('+', ',').split(",")) {
            if (!part.isBlank()) {
                parts.add(part.trim());
            }
        }
        return List.copyOf(parts);
    }

    /** A threshold of the judged meter, in that meter's unit, ns for a time. */
    public long quantity(Option option) {
        return OptionType.quantity(text(option), text(Option.HOTSPOT_METER));
    }

    /** A meter. */
    public Meter meter(Option option) {
        return OptionType.meter(text(option));
    }

    public String text(Option option) {
        return texts.getOrDefault(option, option.fallback());
    }

    public boolean isOn(Option option) {
        return Boolean.parseBoolean(text(option));
    }

    public int count(Option option) {
        return Integer.parseInt(text(option));
    }

    /**
     * A bound on what is kept in memory for ever: the set value; otherwise the default or, on a small heap, a smaller number. {@link Option#MEMORY}
     * stands for a heap four times as large.
     *
     * @param each bytes of heap for which one is allowed
     */
    public int bound(Option option, int each) {
        int count = count(option);
        return isSet(option) ? count : (int) Math.min(count, heap() / each);
    }

    /** The heap in bytes by which bounds go that follow it: four times {@link Option#MEMORY}, or else what the JVM may have. */
    public long heap() {
        if (!isSet(Option.MEMORY)) {
            return Runtime.getRuntime().maxMemory();
        }
        long memory = bytes(Option.MEMORY);
        return memory > Long.MAX_VALUE / OF_HEAP ? Long.MAX_VALUE : memory * OF_HEAP;
    }

    /**
     * A bound on memory: the set value; otherwise its share of {@link Option#MEMORY}; otherwise the default, but at most the heap divided by
     * {@code share}. Those that share have of it what they have of all their defaults.
     */
    public long memory(Option option, int share) {
        long bytes = bytes(option);
        if (isSet(option)) {
            return bytes;
        }
        if (isSet(Option.MEMORY)) {
            long all = SHARING.stream().mapToLong(each -> OptionType.bytes(each.fallback())).sum();
            return (long) ((double) bytes(Option.MEMORY) * bytes / all);
        }
        return Math.min(bytes, Runtime.getRuntime().maxMemory() / share);
    }

    public static long nanos(String text) {
        return OptionType.nanos(text);
    }

    public Duration duration(Option option) {
        return Duration.ofNanos(OptionType.nanos(text(option)));
    }

    public long bytes(Option option) {
        return OptionType.bytes(text(option));
    }

    /** The host of an address; loopback where it is a port alone. */
    public String host(Option option) {
        String address = OptionType.bare(text(option));
        int port = address.lastIndexOf(':');
        return port < 0 ? "127.0.0.1" : address.substring(0, port);
    }

    /** Whether an address says that TLS is spoken there. */
    public boolean isEncrypted(Option option) {
        return text(option).startsWith(OptionType.TLS);
    }

    public int port(Option option) {
        return OptionType.port(text(option));
    }

    /** The names of the meters that need no extension. */
    public static Set<String> builtInMeters() {
        Set<String> labels = new TreeSet<>(Set.of("clock.time", "clock.tick"));
        for (Meter meter : Meter.values()) {
            labels.add(meter.label());
        }
        return labels;
    }

    /** The bit set of meters to read; wall time is always among them. */
    public int meters() {
        String text = text(Option.METERS);
        return text.equals("all") ? (1 << Meter.COUNT) - 1 : OptionType.meterBits(text) | Meter.WALL.bit();
    }

    /** How old a reading of CPU time may be while a thread runs, ns. 0: it is read at both ends of every call. */
    public long cpuSpan() {
        return text(Option.CPU).equals("exact") ? 0 : duration(Option.CPU_SPAN).toNanos();
    }

    /** Parses the agent's argument. Returns what it sets by published names. */
    private Properties putArgument(String argument) {
        Properties published = new Properties();
        String before = "";
        for (String pair : (argument == null ? "" : argument).split(",")) {
            if (pair.isBlank()) {
                continue;
            }
            int equals = pair.indexOf('=');
            if (equals <= 0) {
                Option list = Option.labelled(before);
                if (list != null && (list.type() == OptionType.LIST || list.type() == OptionType.METERS)) {
                    throw new OptionException("'" + pair.trim()
                            + "' in the agent's argument is not an option: ',' ends "
                            + before + " there, so join names by '+', such as " + before + "=" + text(list) + "+"
                            + pair.trim());
                }
                throw new OptionException("'" + pair.trim() + "' in the agent's argument is not an option: write "
                        + "name=value, several separated by ','");
            }
            before = pair.substring(0, equals).trim();
            String text = pair.substring(equals + 1).trim();
            if (Published.is(before) || Published.is("sim." + before)) {
                published.setProperty(Published.is(before) ? before : "sim." + before, text);
            } else {
                put(before, text, "the agent's argument");
            }
        }
        return published;
    }

    private void putFile(Properties content, Collection<String> of, String file) {
        for (String property : of) {
            if (!Published.is(property)) {
                put(label(property), content.getProperty(property), property + " in " + file);
            }
        }
    }

    private static String label(String property) {
        return property.startsWith("sim.") ? property.substring(4) : property;
    }

    /**
     * The settings of SIM in a file that was not written for SIM alone. The others are values of the environment, as in the original, whose
     * global environment was filled from this file. A line names them, because one may be a misspelt setting.
     */
    private List<String> known(Properties content, String file) {
        List<String> known = new ArrayList<>();
        List<String> foreign = new ArrayList<>();
        int kept = 0;
        for (String property : new TreeSet<>(content.stringPropertyNames())) {
            boolean isKnown = property.startsWith("sim.") || Published.is(property) || isOpen(label(property))
                    || Option.labelled(label(property)) != null;
            if (isKnown) {
                known.add(property);
            } else {
                foreign.add(Text.cut(property, SHOWN));
                kept += published.putValue(property, Text.wellFormed(content.getProperty(property).trim())) ? 1 : 0;
            }
        }
        if (!foreign.isEmpty()) {
            System.err.println("sim: values of the environment and no settings of SIM, in " + file + ": "
                    + PublishedSettings.named(foreign, ", ")
                    + (kept < foreign.size() ? "; only " + kept + " of them are kept" : ""));
        }
        return known;
    }

    private static Properties readForeign(Path file) {
        try {
            return read(file);
        } catch (OptionException unreadable) {
            System.err.println("sim: " + unreadable.getMessage() + ". Metering continues without it");
            return new Properties();
        }
    }

    private void put(String label, String text, String where) {
        if (isOpen(label)) {
            settings.putIfAbsent("sim." + label, text);
            places.putIfAbsent("sim." + label, where);
            written.putIfAbsent(label, label + "=" + Text.cut(text, SHOWN) + " in " + where);
            return;
        }
        Option option = Option.labelled(label);
        if (option == null) {
            throw new OptionException("unknown option '" + label + "' in " + where + ": did you mean '"
                    + Spelling.nearest(label, labels()) + "'? The options are " + String.join(", ", labels()));
        }
        if (!option.type().accepts(text)) {
            throw new OptionException(
                    label + "=" + Text.cut(text, SHOWN) + " in " + where + " is not usable: it must be "
                            + option.type().allowed());
        }
        texts.putIfAbsent(option, Text.wellFormed(text));
        written.putIfAbsent(label, label + "=" + Text.cut(text, SHOWN) + " in " + where);
    }

    /** Whether a label, in today's spelling, is a setting of an extension or of the environment. */
    static boolean isOpen(String label) {
        for (String prefix : OPEN) {
            if (label.startsWith(prefix) && label.length() > prefix.length()) {
                return true;
            }
        }
        return false;
    }

    private static Properties read(Path file) {
        Properties content = new Properties();
        try {
            content.load(new InputStreamReader(new ByteArrayInputStream(EarlyFile.bytes(file)),
                    StandardCharsets.UTF_8.newDecoder()));
        } catch (IOException | IllegalArgumentException unreadable) {
            throw new OptionException("config=" + file + " cannot be read (" + unreadable
                    + "): name a readable properties file, or leave the option out");
        }
        return content;
    }

    /** Finds misspelt settings of SIM's own extensions. Other extensions check theirs themselves. */
    private void checkSettings() {
        for (Map.Entry<String, String> place : places.entrySet()) {
            ShippedExtension extension = ShippedExtension.ignoring(place.getKey(), settings);
            if (extension != null) {
                String setting = place.getKey().substring(("sim.probes." + extension.label() + ".").length());
                throw new OptionException("unknown setting " + place.getKey() + "="
                        + Text.cut(settings.get(place.getKey()), SHOWN) + " in " + place.getValue()
                        + ": did you mean '" + Spelling.nearest(setting, extension.settings())
                        + "'? The settings of " + extension.label() + " are "
                        + String.join(", ", extension.settings()));
            }
        }
    }

    /**
     * Checks thresholds. A meter that is no time has thresholds in its own unit, without a default. A meter that is set by its published
     * name is ignored if the thresholds do not fit.
     */
    private void checkThresholds() {
        String wrong = isOn(Option.HOTSPOT) ? wrongThreshold() : null;
        if (wrong != null && !isPublished(Option.HOTSPOT_METER)) {
            throw new OptionException(wrong);
        }
        if (wrong != null) {
            System.err.println("sim: " + wrong + ". Until then " + Option.HOTSPOT_METER.fallback() + " is judged");
            texts.remove(Option.HOTSPOT_METER);
        }
    }

    /** Says that there is less heap than SIM may take of it: such a bound bounds nothing. */
    private void checkMemory() {
        long heap = Runtime.getRuntime().maxMemory();
        if (isSet(Option.MEMORY) && bytes(Option.MEMORY) > heap) {
            System.err.println("sim: memory=" + text(Option.MEMORY) + " is more than the heap, which has "
                    + (heap >> 20) + " MB, and bounds nothing: set it to a part of -Xmx");
        }
    }

    /** What is wrong with a threshold, or null. */
    private String wrongThreshold() {
        String unit = meter(Option.HOTSPOT_METER).unit();
        if (unit.equals("ns")) {
            return null;
        }
        String judged = Option.HOTSPOT_METER.label() + "=" + text(Option.HOTSPOT_METER);
        for (Option option : List.of(Option.HOTSPOT_THRESHOLD, Option.HOTSPOT_INHERENT)) {
            String text = texts.get(option);
            if (text == null) {
                return judged + " is not usable without " + option.label()
                        + ", whose default is a time: set it to a whole number, of unit " + unit;
            }
            if (!OptionType.isBare(text)) {
                return option.label() + "=" + text + " is not usable with " + judged
                        + ", which is no time: it must be a whole number, of unit " + unit;
            }
        }
        return null;
    }

    private static List<String> labels() {
        return Arrays.stream(Option.values()).map(Option::label).toList();
    }
}
