package sim.metrics.openapi;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jinspired.probes.Probes;
import org.jinspired.probes.spi.ProbesProvider;
import sim.base.name.Label;
import sim.base.name.Name;
import sim.base.name.Names;
import sim.metrics.probe.Metering;
import sim.model.snapshot.Meter;

/** The Open API on a metering runtime. */
public final class SimProvider implements ProbesProvider {
    private final Metering metering;
    private final Names names;
    private final Set<Name> meters = new HashSet<>();

    public SimProvider(Metering metering) {
        this.metering = metering;
        this.names = metering.names();
        List.of("clock.time", "clock.tick", "probe.count").forEach(label -> meters.add(names.parse(label)));
        Arrays.stream(Meter.values()).filter(meter -> meter != Meter.WALL)
                .forEach(meter -> meters.add(names.parse(meter.label())));
        metering.extraMeters().forEach(label -> meters.add(names.parse(label)));
    }

    @Override
    public void init() {
        // the runtime is there already
    }

    @Override
    public Probes.Context context() {
        return metering.context();
    }

    @Override
    public Name name(String name) {
        return names.name(name);
    }

    @Override
    public Name name(Class<?> type) {
        return names.of(type, null);
    }

    @Override
    public Name name(Method method) {
        return names.of(method.getDeclaringClass(), method.getName());
    }

    @Override
    public Probes.Meter meter(Probes.Name name) {
        Objects.requireNonNull(name, "name");
        return meters.contains(name) ? () -> name : null;
    }

    @Override
    public Name parse(String value) {
        return names.parse(value);
    }

    @Override
    public Label label(String value) {
        return Label.of(Objects.requireNonNull(value, "value"));
    }
}
