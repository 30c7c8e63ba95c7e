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
    static final Dialect OWN = new Dialect(identity(), true, new ArrayList<>(Sections.ALL), List.of());

    /** How many meters come first in every hello, in this order, because a row derives their values from one another. */
    private static final int FIXED = Meter.CPU_SYSTEM.ordinal() + 1;
    private static final int MOST_SECTIONS = 64;
    /** The most characters of a meter's or a section's name. */
    static final int LONGEST_NAME = 100;

    /** This version's number of each of the peer's meters. */
    private final int[] meters;
    private final boolean own;
    /** The sections by their number; null for one that is not known here. */
    private final List<Section<?>> sections;
    private final List<String> sectionNames;

    private Dialect(int[] meters, boolean own, List<Section<?>> sections, List<String> sectionNames) {
        this.meters = meters;
        this.own = own;
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
        return new Dialect(numbers, same, known, List.copyOf(hello.sections()));
    }

    private static void checkNames(String what, List<String> names, int most) throws WireException {
        Set<String> seen = new HashSet<>();
        for (String name : names) {
            if (name.isBlank() || name.length() > LONGEST_NAME || !seen.add(name)) {
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

    private static int[] identity() {
        int[] numbers = new int[Wire.MAX_METERS];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = i;
        }
        return numbers;
    }

    /** Whether the peer numbers meters as this version does. */
    boolean isOwn() {
        return own;
    }

    /** The most meters that a row of the peer has here. */
    int width() {
        int width = Meter.COUNT;
        for (int meter : meters) {
            width = Math.max(width, meter + 1);
        }
        return width;
    }

    /** The bit set of the meters that its hello named, by the peer's numbers. */
    int possible() {
        return (1 << meters.length) - 1;
    }

    /** Translates a set of the peer's meters into this version's numbers. */
    int own(int present) {
        if (own) {
            return present;
        }
        int bits = 0;
        for (int left = present; left != 0; left &= left - 1) {
            bits |= 1 << meters[Integer.numberOfTrailingZeros(left)];
        }
        return bits;
    }

    /** Translates a meter of the peer into this version's number. */
    int ownMeter(long meter) throws WireException {
        if (meter < 0 || meter >= meters.length) {
            throw new WireException("a meter that the hello does not name: " + meter);
        }
        return meters[(int) meter];
    }

    /** Translates values by the peer's numbers into values by this version's. */
    long[] own(int present, long[] values) {
        if (own) {
            return values;
        }
        long[] result = new long[MeasureParts.width(own(present))];
        for (int left = present; left != 0; left &= left - 1) {
            int meter = Integer.numberOfTrailingZeros(left);
            result[meters[meter]] = values[meter];
        }
        return result;
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
