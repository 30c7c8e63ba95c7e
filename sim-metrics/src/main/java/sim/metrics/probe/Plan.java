package sim.metrics.probe;

import java.util.HashMap;
import java.util.Map;
import sim.base.config.Option;
import sim.base.config.OptionException;
import sim.base.config.Options;
import sim.base.environment.GlobalEnvironment;
import sim.base.environment.ThreadEnvironment;
import sim.base.meter.Readings;
import sim.base.name.Name;
import sim.base.name.Names;
import sim.base.redact.Redaction;
import sim.metrics.extension.Extensions;
import sim.metrics.tree.Layout;
import sim.model.snapshot.Meter;

/** The settings that hold for all threads. They are decided before SIM meets the first thread, and never change. Any thread. */
final class Plan {
    /** The most meters: their set must fit into the bits of an int. */
    private static final int MOST_METERS = 29;
    /** Rings may take this part of the heap, 1/16. */
    private static final int RINGS_SHARE = 16;
    private static final String ENVIRONMENT = "sim.probes.environment.";

    /** Whether anything is metered. */
    final boolean metered;
    /** Makes the readings of each thread. */
    final Readings.Source readings;
    final Extensions extensions;
    /** Whether extensions are shown every firing. */
    final boolean observed;
    /** How many meters there are: the built-in ones and the extensions'. */
    final int width;
    /** The layout of the numbers in a tally. */
    final Layout layout;
    /** Whether the cost of metering is left out of self times. */
    final boolean compensated;
    final EventPolicy events;
    final int ringCapacity;
    /** Bytes by which the rings of all threads together may grow. */
    final long ringRoom;
    final int valueLength;
    /** What is not kept of values and texts. */
    final Redaction redaction;
    final GlobalEnvironment environment;
    /** The Open API's counter of begins. */
    final Name probeCount;

    private final Names names;

    Plan(Options options, Names names, Readings.Source readings) {
        this.metered = options.isOn(Option.ENABLED);
        this.names = names;
        this.readings = readings;
        this.environment = new GlobalEnvironment(names, settings(options));
        this.extensions = new Extensions(options, names, new ThreadEnvironment(environment, 0));
        this.probeCount = names.parse("probe.count");
        this.observed = extensions.interceptOrVote();
        this.width = Meter.COUNT + extensions.meters().size();
        if (width > MOST_METERS) {
            throw new OptionException("probes.measures and probes.counters name " + extensions.meters().size()
                    + " meters; there is room for " + (MOST_METERS - Meter.COUNT));
        }
        // the cost of extensions is not known
        this.compensated = metered && options.isOn(Option.COMPENSATION) && !isExtended();
        this.events = new EventPolicy(options);
        this.ringCapacity = options.count(Option.EVENTS_RING);
        this.ringRoom = options.heap() / RINGS_SHARE;
        this.valueLength = options.count(Option.VALUE_LENGTH);
        this.redaction = Redaction.of(options);
        int read = present(readings.meters());
        this.layout = new Layout(read, Histograms.asked(options, extensions.meters(), read), width);
    }

    /** Whether extensions of any kind take part. */
    boolean isExtended() {
        return observed || width > Meter.COUNT;
    }

    /** The bit set of meters that are read, if {@code builtIn} are the built-in ones among them. Those of extensions always are. */
    int present(int builtIn) {
        return builtIn | (1 << width - Meter.COUNT) - 1 << Meter.COUNT;
    }

    /** Parses a name of the Open API. */
    Name parse(String dotted) {
        return names.parse(dotted);
    }

    /** The Open API's name of a meter. */
    Name meterName(int ordinal) {
        return names.parse(ordinal < Meter.COUNT
                ? Meter.at(ordinal).label()
                : extensions.meters().get(ordinal - Meter.COUNT));
    }

    /**
     * The settings as the Open API shows them: those of the environment under their own names too, and options that have a published name
     * under that name.
     */
    private static Map<String, String> settings(Options options) {
        Map<String, String> settings = new HashMap<>(options.published());
        settings.putAll(options.settings());
        for (Map.Entry<String, String> each : options.settings().entrySet()) {
            if (each.getKey().startsWith(ENVIRONMENT)) {
                settings.put(each.getKey().substring(ENVIRONMENT.length()), each.getValue());
            }
        }
        return settings;
    }
}
