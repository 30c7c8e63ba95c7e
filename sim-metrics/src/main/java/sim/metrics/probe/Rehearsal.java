package sim.metrics.probe;

import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jinspired.probes.Probes;
import sim.base.config.Option;
import sim.base.config.Options;
import sim.base.failure.Fatal;
import sim.base.failure.OwnThread;
import sim.model.snapshot.HotspotControl;
import sim.model.snapshot.Meter;

/**
 * Meters a few calls that nobody sees, in each way in which a call may end, before the application begins. So the classes that a
 * thread needs later are loaded, initialised and linked. On a full stack none of that works. A class whose initialisation
 * overflows the stack stays unusable, and shipping would need such classes. If a class is only loaded there, the JVM prints a
 * failed assertion of its agent code. Takes some ms, once.
 */
final class Rehearsal {
    private static final int DEEP = 20;
    private static final int MANY = 100;
    /** The start of an application waits no longer than this for a rehearsal. */
    private static final int LONGEST_SECONDS = 2;

    /** Closed until the rehearsal that was begun is over; null if none was begun. */
    private static volatile CountDownLatch started;

    private Rehearsal() {}

    /** Begins the rehearsal on a thread of its own, so that the starting thread can go on. Called before the runtime is made. */
    static void begin(Options real) {
        CountDownLatch ends = new CountDownLatch(1);
        started = ends;
        beside(() -> {
            Metering[] held;
            try {
                held = play(real);
            } finally {
                ends.countDown();
            }
            ship(held);
        });
    }

    /**
     * Holds the rehearsal, unless one was begun. Called on the thread that makes the runtime. Never throws: what fails here fails again
     * later, and is counted then.
     */
    static void hold(Options real) {
        if (started == null) {
            Metering[] held = play(real);
            // classes for shipping are never needed on a full stack: another thread loads them meanwhile
            beside(() -> ship(held));
        }
    }

    /** Waits for the rehearsal that was begun, if one was. */
    static void await() {
        CountDownLatch begun = started;
        if (begun == null) {
            return;
        }
        try {
            begun.await(LONGEST_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException later) {
            Thread.currentThread().interrupt();
        }
    }

    private static void beside(Runnable task) {
        try {
            OwnThread.of(task, "sim-rehearsal").start();
        } catch (OutOfMemoryError noThread) {
            task.run();
        }
    }

    private static Metering[] play(Options real) {
        try {
            String argument = "meters=" + real.text(Option.METERS).replace(',', '+') + judgement(real)
                    + ",hotspot.remember=false,histograms=" + histograms(real);
            return new Metering[]{
                    hold(new Metering(Options.load(argument + ",events=all,events.ring=2", new Properties()))),
                    hold(new Metering(
                            Options.load(argument + ",numbers.memory=1,context.places=1", new Properties())))};
        } catch (Throwable failure) {
            return new Metering[0]; // not needed if the stack is never full
        }
    }

    /** The histograms of built-in meters: a rehearsal has no extensions. */
    private static String histograms(Options real) {
        return real.list(Option.HISTOGRAMS).stream().filter(label -> Meter.labelled(label) != null)
                .collect(Collectors.joining("+", "wall+", ""));
    }

    private static String judgement(Options real) {
        return real.isOn(Option.HOTSPOT)
                ? ",hotspot.meter=" + real.text(Option.HOTSPOT_METER)
                        + ",hotspot.initial=10,hotspot.lower=20,hotspot.threshold=100000,hotspot.threshold.inherent=100000"
                : ",hotspot.enabled=false";
    }

    private static Metering hold(Metering metering) {
        metering.rehearse();
        ProbeSite outer = metering.wovenSite("rehearsal", "outer");
        ProbeSite inner = metering.wovenSite("rehearsal", "inner");
        metering.createContext("rehearsal", "");
        metering.write(Map.of("value", "value"));
        for (int i = 0; i < DEEP; i++) {
            nested(outer, inner, DEEP, new StackOverflowError());
        }
        lostEnds(metering, outer, inner);
        metering.endContext(new StackOverflowError("rehearsed"));
        metering.increment("value");
        new HookFailures().add("", "", new StackOverflowError("rehearsed"));
        Fatal.pass(new StackOverflowError("rehearsed"));
        byHand(metering);
        for (int i = 0; i < MANY; i++) {
            nested(outer, inner, 1, null);
        }
        return metering;
    }

    private static void ship(Metering... held) {
        try {
            for (Metering each : held) {
                each.drain();
                each.namesAfter(0);
                each.nodesAfter(0);
                each.counters();
            }
        } catch (Throwable failure) {
            // as above
        }
    }

    private static void nested(ProbeSite outer, ProbeSite inner, int depth, Throwable error) {
        Object begun = outer.begin();
        if (depth > 1) {
            nested(outer, inner, depth - 1, error);
        } else {
            inner.end(inner.begin(), error);
        }
        outer.end(begun, error);
    }

    private static void lostEnds(Metering metering, ProbeSite outer, ProbeSite inner) {
        Object begun = outer.begin();
        inner.begin();
        outer.begin();
        outer.end(begun, null);
        inner.begin();
        metering.control(new HotspotControl(HotspotControl.Action.DISABLE, "rehearsal", "inner", 0, 0));
        outer.end(outer.begin(), null);
        metering.control(new HotspotControl(HotspotControl.Action.ENABLE, "rehearsal", "inner", 0, 0));
        inner.end();
        outer.end(new StackOverflowError());
    }

    private static void byHand(Metering metering) {
        Probes.Context context = metering.context();
        Probes.Name name = metering.names().parse("rehearsal.hand");
        Probes.Probe probe = context.begin(name);
        context.begin(name);
        probe.end();
        context.create(name).end();
    }
}
