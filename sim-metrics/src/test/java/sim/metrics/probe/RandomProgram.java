package sim.metrics.probe;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jinspired.probes.Probes;
import sim.model.snapshot.HotspotControl;

/**
 * A thread that calls woven places and fires hand-made probes as they come, right and wrong, beside the model of it. Its
 * work is a counter's, so that all sums are exact.
 */
final class RandomProgram {
    static final String[] NAMES = {"test.a", "test.a.b", "test.c", "test.x"};
    static final String SWITCHED = "test.x";

    final StackModel model = new StackModel();
    private final Metering metering;
    private final Random random;
    private final Probes.Counter work;
    private final ProbeSite[] sites = new ProbeSite[NAMES.length];
    /** Begun or ended, for probes are used again. */
    private final List<Probes.Probe> probes = new ArrayList<>();
    /** How often {@link #SWITCHED} was switched. */
    private int switches;

    RandomProgram(Metering metering, long seed) {
        this.metering = metering;
        this.random = new Random(seed);
        this.work = metering.context().counter(metering.names().name("work"));
        for (int i = 0; i < NAMES.length; i++) {
            int dot = NAMES[i].lastIndexOf('.');
            sites[i] = metering.site(NAMES[i].substring(0, dot), NAMES[i].substring(dot + 1));
        }
        for (int i = 0; i < 12; i++) {
            probes.add(metering.context().create(metering.names().parse(NAMES[i % NAMES.length])));
        }
    }

    /** One step of any kind; {@code wrong} in 100 are against the contract. */
    void step(int wrong, boolean switching) {
        long amount = random.nextInt(1_000);
        work.inc(amount);
        model.work(amount);
        if (switching && random.nextInt(10) == 0) {
            switchOnOrOff();
        } else if (random.nextInt(100) < wrong) {
            violate();
        } else if (model.open().isEmpty() || model.open().size() < 30 && random.nextInt(2) == 0) {
            begin();
        } else {
            end(model.open().get(model.open().size() - 1));
        }
    }

    /** Ends what is open, the innermost first. */
    void finish() {
        while (!model.open().isEmpty()) {
            end(model.open().get(model.open().size() - 1));
        }
    }

    private void begin() {
        if (random.nextBoolean()) {
            int which = random.nextInt(NAMES.length);
            sites[which].begin();
            if (isOn(NAMES[which])) {
                model.begin(NAMES[which], null, epoch(NAMES[which]));
            }
        } else {
            begin(probes.get(random.nextInt(probes.size())));
        }
    }

    private void begin(Probes.Probe probe) {
        String name = probe.getName().toString();
        boolean firing = probe.getState() != 0;
        probe.begin();
        if (!firing && isOn(name)) {
            model.begin(name, probe, epoch(name));
        }
    }

    private void end(StackModel.Call call) {
        if (call.probe != null) {
            end((Probes.Probe) call.probe);
        } else {
            end(call.name);
        }
    }

    private void end(Probes.Probe probe) {
        probe.end();
        model.end(call -> call.probe == probe);
    }

    private void end(String name) {
        for (int i = 0; i < NAMES.length; i++) {
            if (NAMES[i].equals(name)) {
                sites[i].end(random.nextBoolean() ? null : new IllegalStateException("as it may be"));
            }
        }
        if (isOn(name)) {
            model.end(call -> call.probe == null && call.name.equals(name) && call.epoch == epoch(name));
        }
    }

    /** Ends anything, open or not, inner or outer; or begins what is firing. */
    private void violate() {
        switch (random.nextInt(3)) {
            case 0 :
                end(NAMES[random.nextInt(NAMES.length)]);
                break;
            case 1 :
                end(probes.get(random.nextInt(probes.size())));
                break;
            default :
                begin(probes.get(random.nextInt(probes.size())));
        }
    }

    private void switchOnOrOff() {
        int dot = SWITCHED.lastIndexOf('.');
        metering.control(
                new HotspotControl(isOn(SWITCHED) ? HotspotControl.Action.DISABLE : HotspotControl.Action.ENABLE,
                        SWITCHED.substring(0, dot), SWITCHED.substring(dot + 1), -1, -1));
        switches++;
        model.drop(call -> call.probe == null && call.name.equals(SWITCHED));
    }

    private boolean isOn(String name) {
        return !name.equals(SWITCHED) || (switches & 1) == 0;
    }

    private int epoch(String name) {
        return name.equals(SWITCHED) ? switches : 0;
    }
}
