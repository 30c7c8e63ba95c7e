package sim.wire;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import sim.model.snapshot.Meter;

/**
 * How a peer numbers meters and sections in its batches, as its hello said. Translates what is read into this version's
 * numbers: a built-in meter by its name, any other as a meter of an extension, behind the built-in ones. Immutable.
 */
public final class Dialect {
    /** The dialect of this version. */
    static final Dialect OWN = new Dialect(MeterNumbers.OWN, new ArrayList<>(Sections.ALL), List.of());

    /** How many meters come first in every hello, in this order, because a row derives their values from one another. */
    private static final int FIXED = Meter.CPU_SYSTEM.ordinal() + 1;
    private static final int MOST_SECTIONS = 64;

    private final MeterNumbers meters;
    /** The sections by their number; null for one that is not known here. */
    private final List<Section<?>> sections;
    private final List<String> sectionNames;

    private Dialect(MeterNumbers meters, List<Section<?>> sections, List<String> sectionNames) {
        this.meters = meters;
        this.sections = sections;
        this.sectionNames = sectionNames;
    }

    /**
     * The dialect of the peer that said this hello.
     *
     * @throws WireException with one line, if its meters or sections are none
     */
    public static Dialect of(Hello hello) throws WireException {
        checkNames("meters", hello.meters().stream().map(MeterEntry::label).toList(), Wire.MAX_METERS);
        checkNames("sections", hello.sections(), MOST_SECTIONS);
        int[] numbers = new int[hello.meters().size()];
        boolean same = true;
        int unknown = 0;
        for (int i = 0; i < numbers.length; i++) {
            MeterEntry meter = hello.meters().get(i);
            Meter known = known(meter);
            numbers[i] = known != null ? known.ordinal() : Meter.COUNT + unknown++;
            same &= numbers[i] == i;
        }
        for (int i = 0; i < FIXED; i++) {
            if (numbers.length <= i || numbers[i] != i) {
                throw new WireException("the meters of a hello begin with wall, thread.cpu, thread.cpu.user and "
                        + "thread.cpu.system; this one's do not");
            }
        }
        if (Meter.COUNT + unknown > Wire.MAX_METERS) {
            throw new WireException(unknown + " meters of a hello are unknown here; there is room for "
                    + (Wire.MAX_METERS - Meter.COUNT));
        }
        List<Section<?>> known = new ArrayList<>();
        hello.sections().forEach(name -> known.add(Sections.named(name)));
        return new Dialect(new MeterNumbers(numbers, same), known, List.copyOf(hello.sections()));
    }

    private static void checkNames(String what, List<String> names, int most) throws WireException {
        Set<String> seen = new HashSet<>();
        for (String name : names) {
            if (name.isBlank() || name.length() > Wire.LONGEST_NAME || !seen.add(name)) {
                throw new WireException("the " + what + " of a hello have an empty, long or repeated name");
            }
        }
        if (names.size() > most) {
            throw new WireException(names.size() + " " + what + " in a hello; the limit is " + most);
        }
    }

    private static Meter known(MeterEntry meter) throws WireException {
        Meter known = Meter.labelled(meter.label());
        if (known != null && !known.unit().equals(meter.unit())) {
            throw new WireException(
                    "the unit of " + known.label() + " is " + known.unit() + "; a hello says otherwise");
        }
        return known;
    }

    /** How the peer numbers meters. */
    MeterNumbers meters() {
        return meters;
    }

    /** The section with a number of the peer; null if it is not known here. */
    Section<?> section(long number) throws WireException {
        if (number < 0 || number >= sections.size()) {
            throw new WireException("a section that the hello does not name: " + number);
        }
        return sections.get((int) number);
    }

    /** The name of a section in the peer's hello. */
    String sectionName(long number) {
        return sectionNames.get((int) number);
    }
}
