package sim.metrics.probe;

import java.util.ArrayList;
import java.util.List;
import sim.base.config.Option;
import sim.base.config.OptionException;
import sim.base.config.Options;
import sim.model.snapshot.Meter;

/** The meters for which {@code sim.histograms} asks for histograms: built-in ones, and those of measures and counters. */
final class Histograms {
    private static final String ALL = "all";

    private Histograms() {}

    /**
     * The bit set of these meters.
     *
     * @param further labels of the meters after the built-in ones
     * @param read the bit set of the meters that are read
     * @throws OptionException with one line, if a word is no meter or names one that is not read
     */
    static int asked(Options options, List<String> further, int read) {
        int asked = 0;
        List<String> named = options.list(Option.HISTOGRAMS);
        if (named.isEmpty()) {
            throw unusable(options, "it names no meter", further, read);
        }
        for (String label : named) {
            if (label.equals(ALL)) {
                asked = read;
                continue;
            }
            Meter meter = Meter.labelled(label);
            int ordinal = meter != null
                    ? meter.ordinal()
                    : further.contains(label) ? Meter.COUNT + further.indexOf(label) : -1;
            if (ordinal < 0 || (read & 1 << ordinal) == 0) {
                throw unusable(options, (ordinal < 0 ? "there is no meter " : "meters does not read ") + label,
                        further, read);
            }
            asked |= 1 << ordinal;
        }
        return asked;
    }

    private static OptionException unusable(Options options, String why, List<String> further, int read) {
        return new OptionException(Option.HISTOGRAMS.label() + "=" + options.text(Option.HISTOGRAMS)
                + " is not usable: " + why + ". Name " + ALL + ", or of the meters that are read: "
                + String.join(", ", labels(further, read)));
    }

    private static List<String> labels(List<String> further, int read) {
        List<String> labels = new ArrayList<>();
        for (Meter meter : Meter.values()) {
            if ((read & meter.bit()) != 0) {
                labels.add(meter.label());
            }
        }
        labels.addAll(further);
        return labels;
    }
}
