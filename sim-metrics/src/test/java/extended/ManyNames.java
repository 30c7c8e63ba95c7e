package extended;

import org.jinspired.probes.Probes;
import sim.metrics.probe.Metering;

/**
 * What a client with a bug does: names without end. Arguments: how many, then what is done with them: {@code parse},
 * {@code longer} (each below one that is held), {@code begin} or {@code counter}. Then does honest work, and prints what
 * it came to.
 */
public final class ManyNames {
    private static final Probes.Name HELD = Probes.name("held");

    private ManyNames() {}

    public static void main(String[] args) {
        Probes.Name honest = Probes.parse("honest.work");
        Probes.begin(honest).end();
        long sum = 0;
        for (int i = 0; i < Integer.parseInt(args[0]); i++) {
            sum += once(args[1], i);
        }
        for (int i = 0; i < 99; i++) {
            Probes.begin(honest).end();
        }
        System.out.println("sum " + sum);
        System.out.println("same " + (Probes.parse("honest.work") == honest && Probes.name("held") == HELD));
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        System.out.println("used " + (runtime.totalMemory() - runtime.freeMemory()));
        System.out.println("names " + Metering.runtime().namesAfter(0).size());
        Rows.print();
    }

    private static long once(String kind, int i) {
        switch (kind) {
            case "parse" :
                return Probes.parse("parsed.p" + i + ".q" + i).getLength();
            case "longer" :
                return HELD.name("l" + i).getLength();
            case "begin" :
                Probes.begin(Probes.name("probed").name("b" + i)).end();
                return 1;
            case "counter" :
                Probes.Counter counter = Probes.context().counter(Probes.name("counted").name("c" + i));
                counter.inc();
                return counter.getValue();
            default :
                throw new IllegalArgumentException(kind);
        }
    }
}
