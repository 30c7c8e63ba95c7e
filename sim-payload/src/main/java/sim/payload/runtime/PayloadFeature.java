package sim.payload.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import sim.base.config.Option;
import sim.base.config.Options;
import sim.metrics.feature.Feature;
import sim.metrics.feature.FeatureHost;
import sim.metrics.feature.MeteredThread;
import sim.metrics.spi.Dictionary;
import sim.model.snapshot.Snapshot;
import sim.payload.recording.PayloadBounds;
import sim.payload.recording.Payloads;
import sim.payload.recording.RecordingControls;

/** Payload probes as a part of a runtime, which finds this class by its service file. Puts together what they consist of. */
public final class PayloadFeature implements Feature {
    /** For this many drains after the last recording, payloads in progress may still end. */
    private static final int DRAINS_LEFT = 2;

    private FeatureHost host;
    private Payloads payloads;
    private JvmPayloads api;
    /** Null if nothing is metered. */
    private PayloadTriggers triggers;
    /** Drains since the last recording, while a thread has a payload open. Only the collector's thread uses it. */
    private int drainsLeft;

    @Override
    public void start(FeatureHost runtime) {
        Options options = runtime.options();
        host = runtime;
        payloads = new Payloads(PayloadBounds.of(options), runtime.names(), runtime::wake, runtime::unmetered);
        api = new JvmPayloads(runtime, payloads);
        runtime.handle(new RecordingControls(payloads));
        runtime.handle(payloads.scripts);
        if (runtime.isMetering()) {
            triggers = new PayloadTriggers(options, payloads, System::nanoTime);
            String open = options.text(Option.PAYLOAD_RECORD_WHILE);
            if (!open.isEmpty()) {
                runtime.watch(open.substring(open.indexOf(':') + 1).trim(), triggers);
            }
        }
    }

    /** What the payload API calls. */
    JvmPayloads api() {
        return api;
    }

    /** The probes, and what they have recorded. */
    Payloads payloads() {
        return payloads;
    }

    @Override
    public void gathered(Snapshot snapshot, Dictionary dictionary) {
        if (triggers != null) {
            triggers.lookAt(snapshot, dictionary);
        }
    }

    @Override
    public Snapshot drain(Snapshot of) {
        api.forgetClasses();
        if (triggers != null) {
            triggers.look();
        }
        rest(); // behind the drain nothing may fail: what was taken would be lost
        return payloads.drain(of);
    }

    @Override
    public void count(Map<String, Long> counters) {
        payloads.count(counters);
        if (triggers != null) {
            triggers.count(counters);
        }
    }

    /**
     * Makes begins and ends of payloads cheap again, once nothing records and no thread has a payload open. Some payloads are never
     * ended, so SIM waits for them only for a few drains.
     */
    private void rest() {
        if (!payloads.isActive() || payloads.isRecording()) {
            drainsLeft = 0;
            return;
        }
        List<MeteredThread> open = new ArrayList<>();
        host.visit(thread -> {
            if (!PayloadPart.hasNone(thread)) {
                open.add(thread);
            }
        });
        if (open.isEmpty() || ++drainsLeft > DRAINS_LEFT) {
            if (payloads.rest(open.stream().mapToLong(PayloadPart::recorded).sum())) {
                api.forgetDropped();
                open.forEach(MeteredThread::renewSoon); // closes its splits
            }
            drainsLeft = 0;
        }
    }
}
