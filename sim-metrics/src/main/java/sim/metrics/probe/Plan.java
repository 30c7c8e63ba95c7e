package sim.metrics.probe;

import java.util.HashMap;
import java.util.Map;
import sim.metrics.config.Option;
import sim.metrics.config.OptionException;
import sim.metrics.config.Options;
import sim.metrics.environment.GlobalEnvironment;
import sim.metrics.environment.ThreadEnvironment;
import sim.metrics.extension.Extensions;
import sim.metrics.meter.Readings;
import sim.metrics.name.Name;
import sim.metrics.name.Names;
import sim.metrics.snapshot.Meter;
import sim.metrics.tree.Layout;

/** The settings that are decided before SIM meets the first thread, and hold for all threads. Nothing here changes. Any thread. */
final class Plan {
    /** Meters fit into the bits of an int beside a sign. */
    private static final int MOST_METERS = 29;
    private static final String ENVIRONMENT = "sim.probes.environment.";

    /** Whether anything is metered. */
    final boolean metered;
    /** Where each thread's readings come from. */
    final Readings.Source readings;
    final Extensions extensions;
    /** Whether extensions are shown every firing. */
    final boolean observed;
    /** How many meters there are: the built-in ones and the extensions'. */
    final int width;
    /** Where tallies have their numbers. */
    final Layout layout;
    /** Whether what metering takes is left out of self times. */
    final boolean compensated;
    final EventPolicy events;
    final int ringCapacity;
    final int valueLength;
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
        // what extensions take is not known
        this.compensated = metered && options.isOn(Option.COMPENSATION) && !isExtended();
        this.events = new EventPolicy(options);
        this.ringCapacity = options.count(Option.EVENTS_RING);
        this.valueLength = options.count(Option.VALUE_LENGTH);
        int read = present(readings.meters());
        this.layout = new Layout(read, Histograms.asked(options, extensions.meters(), read), width);
    }

    /** Whether extensions of any kind take part. */
    boolean isExtended() {
        return observed || width > Meter.COUNT;
    }

    /** The set of meters that are read where {@code builtIn} are: the extensions' always are. */
    int present(int builtIn) {
        return builtIn | (1 << width - Meter.COUNT) - 1 << Meter.COUNT;
    }

    /** The Open API's name of a text. */
    Name parse(String dotted) {
        return names.parse(dotted);
    }

    /** The Open API's name of a meter. */
    Name meterName(int ordinal) {
        return names.parse(ordinal < Meter.COUNT
                ? Meter.at(ordinal).label()
                : extensions.meters().get(ordinal - Meter.COUNT));
    }

    /** The settings, those of the environment under their own names too, and what has a published name under that. */
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
