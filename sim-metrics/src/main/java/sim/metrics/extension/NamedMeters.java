package sim.metrics.extension;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jinspired.probes.Probes;
import sim.model.snapshot.Meter;

/** The meters that a thread reads, by name, each with its position in the readings of a {@link Firing}. Wall time is the first. */
public final class NamedMeters {
    private final List<Probes.Name> names = new ArrayList<>();
    private final List<Integer> positions = new ArrayList<>();

    public NamedMeters(Probes.Context context) {
        int further = Meter.COUNT;
        for (Iterator<Probes.Meter> meters = context.meters(); meters.hasNext();) {
            Probes.Name name = meters.next().getName();
            String label = name.toString();
            if (label.equals("clock.time")) {
                continue;
            }
            Meter meter = label.equals("clock.tick") ? Meter.WALL : Meter.labelled(label);
            names.add(name);
            positions.add(meter != null ? meter.ordinal() : further++);
        }
    }

    public int size() {
        return names.size();
    }

    /** The label of the meter, as users know it. */
    public String label(int index) {
        int position = positions.get(index);
        return position < Meter.COUNT ? Meter.at(position).label() : names.get(index).toString();
    }

    /** The position of a meter in the readings. */
    public int position(int index) {
        return positions.get(index);
    }

    /** The position of the meter with that label; -1 if this thread does not read it. */
    public int positionOf(String label) {
        for (int i = 0; i < names.size(); i++) {
            if (label(i).equals(label)) {
                return positions.get(i);
            }
        }
        return -1;
    }
}
