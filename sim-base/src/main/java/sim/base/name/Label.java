package sim.base.name;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import org.jinspired.probes.Probes;

/** The labels there are. A name carries a set of them. */
public enum Label implements Probes.Label {
    /** Made from Java code: a class or a method. */
    JAVA,
    /** Made from a class. */
    CLASS,
    /** A probe has this name. */
    PROBE,
    /** Its probes are not metered. */
    DISABLED,
    /** Worth its cost: the scorecard stands above {@code sim.hotspot.lower}. */
    HOTSPOT,
    /** No longer judged: the scorecard rose above {@code sim.hotspot.upper}. Only the probe budget may switch it off. */
    UNMANAGED;

    private static final Label[] ALL = values();

    @Override
    public String getValue() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The label of that value, or null. */
    public static Label of(String value) {
        for (Label label : ALL) {
            if (label.getValue().equals(value)) {
                return label;
            }
        }
        return null;
    }

    int bit() {
        return 1 << ordinal();
    }

    static Iterator<Probes.Label> in(int set) {
        List<Probes.Label> labels = new ArrayList<>();
        for (Label label : ALL) {
            if ((set & label.bit()) != 0) {
                labels.add(label);
            }
        }
        return List.copyOf(labels).iterator();
    }

    @Override
    public String toString() {
        return getValue();
    }
}
