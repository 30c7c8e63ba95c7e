package sim.wire;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Samples of the platform's measures. */
final class PlatformSection extends ElementSection<PlatformSample> {
    PlatformSection() {
        super("platform");
    }

    @Override
    void write(PlatformSample sample, long fromMicros, Parts out) {
        out.add(sample.timeMicros());
        out.addValues(sample.values());
    }

    @Override
    PlatformSample readOne(Parts in, long fromMicros, MeterNumbers numbers) throws WireException {
        long time = in.next();
        Map<String, Double> values = new LinkedHashMap<>();
        for (Map.Entry<String, Object> value : in.nextValues().entrySet()) {
            if (!(value.getValue() instanceof Number number)) {
                throw new WireException("a platform measure is no number: " + value.getKey());
            }
            values.put(value.getKey(), number.doubleValue());
        }
        return new PlatformSample(time, values);
    }

    @Override
    long bytes(PlatformSample sample) {
        return Sizes.OBJECT + 8 + Sizes.of(sample.values());
    }

    @Override
    public PlatformSample cleaned(PlatformSample element, UnaryOperator<String> cleaner) {
        return element; // no text of the application
    }
}
