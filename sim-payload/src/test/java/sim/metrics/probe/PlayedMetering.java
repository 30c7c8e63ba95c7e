package sim.metrics.probe;

import sim.base.config.Options;
import sim.base.meter.Readings;

/** What tests of payloads need of the runtime that it shows to nobody else. */
public final class PlayedMetering {
    private PlayedMetering() {}

    /** A runtime whose readings come from a test. */
    public static Metering of(Options options, Readings.Source readings) {
        return new Metering(options, readings, false);
    }

    /** Gives the calling thread a context as virtual threads borrow it. */
    public static void borrow(Metering metering) {
        Threads threads = metering.threads;
        threads.table.put(new ThreadContext(Thread.currentThread(), true, threads));
    }

    /** The calling thread's context; null if it has none. */
    public static Object context(Metering metering) {
        return metering.threads.find();
    }
}
