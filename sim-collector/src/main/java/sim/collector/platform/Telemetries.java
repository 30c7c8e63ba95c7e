package sim.collector.platform;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import sim.collector.wire.PlatformMeasure;
import sim.collector.wire.PlatformSample;
import sim.metrics.snapshot.Text;
import sim.metrics.spi.Telemetry;

/** The platform's telemetries and those found beside them, read together. The collector's thread only, but for its counter. */
public final class Telemetries {
    private static final int MOST = 100;

    private final Platform platform = new Platform();
    private final Map<String, Telemetry> all = new LinkedHashMap<>();
    private final AtomicLong failures;
    private final Consumer<String> say;

    /**
     * @param failures of telemetries that are not SIM's
     * @param say takes what is to be said of them
     */
    public Telemetries(AtomicLong failures, Consumer<String> say) {
        this.failures = failures;
        this.say = say;
        platform.telemetries().forEach(each -> all.put(each.name(), each));
        found().forEach(this::add);
    }

    private List<Telemetry> found() {
        List<Telemetry> found = new ArrayList<>();
        try {
            for (Telemetry each : ServiceLoader.load(Telemetry.class, Telemetry.class.getClassLoader())) {
                found.add(each);
            }
        } catch (ServiceConfigurationError | RuntimeException | LinkageError broken) {
            failed("a telemetry cannot be loaded, nor any after it: " + broken);
        }
        return found;
    }

    /** One beside the platform's. Which of two with one name is read, is not said; the platform's own in any case. */
    void add(Telemetry telemetry) {
        try {
            String label = PlatformSample.label(Text.name(Objects.requireNonNull(telemetry.name(), "no name")),
                    Text.name(Objects.requireNonNull(telemetry.unit(), "no unit")));
            if (all.size() >= PlatformMeasure.values().length + MOST) {
                failed("there are more than " + MOST + " telemetries; " + label + " and others are left out");
            } else if (all.putIfAbsent(label, telemetry) != null) {
                failed("there are two telemetries " + label + "; one is left out");
            }
        } catch (Exception | LinkageError | StackOverflowError broken) {
            failed("telemetry " + telemetry.getClass().getName() + " is left out: " + broken);
        }
    }

    /** One sample; what cannot be read is absent, never 0. One that throws is told in the next sample again if it can. */
    public PlatformSample sample(long timeMicros) {
        Map<String, Double> values = new LinkedHashMap<>();
        platform.look();
        all.forEach((label, telemetry) -> {
            try {
                double value = telemetry.read();
                if (Double.isFinite(value)) {
                    values.put(label, value);
                }
            } catch (Exception | LinkageError | StackOverflowError broken) {
                failed("telemetry " + label + " cannot be read: " + broken);
            }
        });
        return new PlatformSample(timeMicros, values);
    }

    private void failed(String line) {
        failures.incrementAndGet();
        say.accept(line);
    }
}
