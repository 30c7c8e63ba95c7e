package sim.metrics.probe;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.jinspired.probes.Probes;
import sim.base.meter.Clock;
import sim.metrics.savepoint.ReadMeters;

/** A probe's readings as the Open API shows them. */
record Shown(Probes.Name getName, long getLow, long getHigh, long getDelta) implements Probes.Reading {
    /** @param low null while there is one reading only */
    static Iterator<Probes.Reading> all(ReadMeters meters, long[] low, long[] high) {
        List<Probes.Reading> readings = new ArrayList<>();
        for (int i = 0; high != null && i < meters.size(); i++) {
            readings.add(at(meters, i, low, high));
        }
        return Collections.unmodifiableList(readings).iterator();
    }

    static Probes.Reading one(ReadMeters meters, Probes.Name meter, long[] low, long[] high) {
        int index = meters.indexOf(Objects.requireNonNull(meter, "name"));
        return index < 0 || high == null ? null : at(meters, index, low, high);
    }

    private static Shown at(ReadMeters meters, int index, long[] low, long[] high) {
        long latest = value(meters, index, high);
        if (low == null) {
            return new Shown(meters.name(index), 0, latest, 0);
        }
        long before = value(meters, index, low);
        return new Shown(meters.name(index), before, latest, latest - before);
    }

    private static long value(ReadMeters meters, int index, long[] readings) {
        long value = readings[meters.place(index)];
        if (meters.place(index) > 0) {
            return value;
        }
        return meters.divisor(index) == 1 ? Clock.nanosAt(value) : Clock.epochMicros(value);
    }
}
