package woven;

import org.jinspired.probes.Probes;
import sim.instrumentation.data.MethodProbe;
import sim.instrumentation.data.Probe;

/** Probes written by hand, in both ways there are, and what of SIM runs because of them. */
public final class ByHand {
    private ByHand() {}

    public static void main(String[] args) {
        int did = 0;
        Probes.Probe open = Probes.begin(Probes.parse("by.hand"));
        did++;
        open.end();
        MethodProbe probe = Probe.createMethodProbe("woven.ByHand", "work");
        probe.start();
        did++;
        probe.end();
        System.out.println("did " + did);
        Thread.getAllStackTraces().keySet().stream().map(Thread::getName).filter(name -> name.startsWith("sim-"))
                .forEach(name -> System.out.println("thread " + name));
        Report.print();
    }
}
