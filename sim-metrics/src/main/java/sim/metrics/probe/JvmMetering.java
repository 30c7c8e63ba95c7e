package sim.metrics.probe;

import sim.base.config.Option;
import sim.base.config.OptionException;
import sim.base.config.Options;
import sim.base.meter.Readings;

/**
 * Makes the one runtime of the JVM at its first use, with the options that were set before, or those found then. Woven code asks
 * {@link Metering#runtime()}, which is this class's field once it exists. Nothing here throws: if metering cannot start, the
 * application runs unmetered.
 */
final class JvmMetering {
    private static volatile Options configured;
    /** The source of readings for playback; null for the JVM itself. */
    private static volatile Readings.Source played;
    private static volatile boolean begun;

    private JvmMetering() {}

    /**
     * @param readings the source of readings; null for the JVM itself
     */
    static void configure(Options options, Readings.Source readings) {
        if (readings != null) {
            played = readings;
        }
        configured = options;
    }

    /** See {@link Metering#prepare}. */
    static void prepare() {
        Rehearsal.begin(configured);
    }

    /** See {@link Metering#runtime()}. */
    static Metering runtime() {
        Metering runtime = Holder.RUNTIME;
        return runtime != null ? runtime : Unmetered.RUNTIME;
    }

    /** See {@link Metering#attach}. */
    static boolean attach(Options options) {
        boolean before = begun;
        if (!before) {
            configured = options;
        }
        Metering runtime = runtime();
        if (!before) {
            runtime.shipping().attached();
        } else if (runtime.isEnabled()) {
            runtime.shipping().attach(options);
        }
        return runtime.isEnabled();
    }

    /** Made at the first use. If an option is wrong, the application runs unmetered. */
    private static final class Holder {
        static final Metering RUNTIME = begin();

        private static Metering begin() {
            try {
                Options options = configured != null ? configured : Options.load();
                boolean rehearsed = played == null && options.isOn(Option.ENABLED);
                if (rehearsed) {
                    Rehearsal.hold(options);
                }
                Metering runtime = played == null ? new Metering(options) : new Metering(options, played, true);
                if (runtime.isEnabled()) {
                    runtime.begin();
                    if (rehearsed) {
                        Rehearsal.await(); // here, so that shipping gets ready meanwhile
                    }
                    ClassLoading.use(new ClassLoading(runtime.threads));
                }
                begun = true;
                return runtime;
            } catch (OptionException wrong) {
                System.err.println("sim: " + wrong.getMessage() + ". The application runs unmetered.");
            } catch (Throwable failure) {
                System.err.println("sim: metering cannot be started, the application runs unmetered: " + failure);
            }
            return Unmetered.RUNTIME;
        }
    }

    private static final class Unmetered {
        static final Metering RUNTIME = new Metering(Options.off());
    }
}
