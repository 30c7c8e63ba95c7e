package shop;

import java.util.List;
import org.jinspired.probes.Probes;
import sim.instrumentation.annotation.Instrument;

/** Reads rows of three kinds. The method is metered by weaving, each kind of row by a probe of our own. */
@Instrument
public class Import {
    private static final Probes.Name ROW = Probes.parse("import.row");

    public static void main(String[] args) {
        Import rows = new Import();
        for (int i = 0; i < 100; i++) {
            rows.read(List.of("order 4711", "order 4712", "refund 12", "note please ring twice"));
        }
        System.out.println("400 rows read");
    }

    void read(List<String> rows) {
        for (String row : rows) {
            String kind = row.substring(0, row.indexOf(' '));
            // Names are interned: asking again for one gives the same object.
            Probes.Probe probe = Probes.begin(ROW.name(kind));
            try {
                digest(row, kind.length() * 20_000L);
            } finally {
                probe.end();
            }
        }
    }

    private static void digest(String row, long nanos) {
        int digest = 0;
        for (long until = System.nanoTime() + nanos; System.nanoTime() < until;) {
            digest = 31 * digest + row.hashCode();
        }
        if (digest == 42) {
            System.out.println("never mind");
        }
    }
}
