package shop;

import org.jinspired.probes.Probes;
import org.jinspired.probes.measure.ProbesMeasure;
import org.jinspired.probes.measure.ProbesMeasureFactory;

/** The meter: how many rows the thread has read since it began. Named in the configuration, see run.sh. */
public final class RowsRead implements ProbesMeasureFactory {
    @Override
    public void init(Probes.Environment environment) {
        // it needs no settings
    }

    /** Called on the thread itself, so what it looks up once need not be looked up at each reading. */
    @Override
    public ProbesMeasure create(Probes.Context context) {
        Database.Session session = Database.session();
        return session::rows;
    }
}
