package sim.metrics.savepoint;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.jinspired.probes.Probes;
import sim.base.name.Name;

/**
 * The meters one thread reads, as the Open API names them: each with its place in the arrays of readings, and wall time
 * twice, in microseconds and in nanoseconds.
 */
public final class ReadMeters {
    private final List<Probes.Meter> meters = new ArrayList<>();
    private final List<Name> names = new ArrayList<>();
    private final List<Integer> places = new ArrayList<>();
    private final List<Long> divisors = new ArrayList<>();

    /** Adds a meter; {@code divisor} is what its sums are divided by to come to its unit. */
    public void add(Name name, int place, long divisor) {
        meters.add(new Named(name));
        names.add(name);
        places.add(place);
        divisors.add(divisor);
    }

    public int size() {
        return names.size();
    }

    /** Where that meter stands in this list, -1 when it is not read. */
    public int indexOf(Probes.Name name) {
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i) == name) {
                return i;
            }
        }
        return -1;
    }

    public Name name(int index) {
        return names.get(index);
    }

    /** The place in the arrays of readings. */
    public int place(int index) {
        return places.get(index);
    }

    public long divisor(int index) {
        return divisors.get(index);
    }

    public Iterator<Probes.Meter> iterator() {
        return Collections.unmodifiableList(meters).iterator();
    }

    private record Named(Name name) implements Probes.Meter {
        @Override
        public Probes.Name getName() {
            return name;
        }
    }
}
