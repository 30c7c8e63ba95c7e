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
import sim.metrics.spi.Telemetry;
import sim.model.text.Text;
import sim.wire.PlatformMeasure;
import sim.wire.PlatformSample;

/**
 * Reads the platform's telemetries together with those of the application. Only the collector's thread uses it, except for the counter.
 */
public final class Telemetries {
    private static final int MOST = 100;

    private final Platform platform;
    private final Map<String, Telemetry> all = new LinkedHashMap<>();
    private final AtomicLong failures;
    private final Consumer<String> say;

    /**
     * @param failures counts failures: of telemetries that are not SIM's, and of what the operating system told before
     * @param say prints a line about one that is not SIM's
     * @param sayPlatform prints a line about the operating system's
     */
    public Telemetries(AtomicLong failures, Consumer<String> say, Consumer<String> sayPlatform) {
        this.failures = failures;
        this.say = say;
        this.platform = new Platform(line -> {
            failures.incrementAndGet();
            sayPlatform.accept(line);
        });
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

    /** Adds a telemetry of the application. If two have one name, only one is read; the platform's own if it is one of them. */
    void add(Telemetry telemetry) {
        try {
            String name = Text.name(Objects.requireNonNull(telemetry.name(), "no name"));
            String unit = Text.name(Objects.requireNonNull(telemetry.unit(), "no unit"));
            PlatformMeasure platforms = PlatformMeasure.labelled(name);
            String label = platforms != null && platforms.unit().equals(unit) ? name : PlatformSample.label(name, unit);
            if (all.size() >= PlatformMeasure.values().length + MOST) {
                failed("there are more than " + MOST + " telemetries; " + label + " and others are left out");
            } else if (all.putIfAbsent(label, telemetry) != null) {
                failed("there are two telemetries " + label + "; one is left out");
            }
        } catch (Exception | LinkageError | StackOverflowError broken) {
            failed("telemetry " + telemetry.getClass().getName() + " is left out: " + broken);
        }
    }

    /** Takes a sample. A telemetry that cannot be read is absent, never 0. One that throws is read again in the next sample. */
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
