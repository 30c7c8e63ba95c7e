package extended;

import java.nio.file.Path;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.jinspired.probes.Probes;
import sim.metrics.probe.Metering;
import sim.metrics.probe.ProbeSite;

/**
 * Fast and slow calls under a log, a flight recording or a sample. Arguments: fast calls, slow calls; then {@code jfr} and a
 * file to record the second half, whose events it prints.
 */
public final class Slow {
    private static final ProbeSite OUTER = Metering.runtime().site("slow.Outer", "run");
    private static final Probes.Name FAST = Probes.parse("slow.fast");
    private static final Probes.Name PAUSE = Probes.parse("slow.pause");
    static volatile Object sink;

    private Slow() {}

    public static void main(String[] args) throws Exception {
        work(args);
        if (args.length > 2) {
            Path file = Path.of(args[3]);
            try (Recording recording = new Recording()) {
                recording.enable("sim.Firing");
                recording.start();
                work(args);
                recording.stop();
                recording.dump(file);
            }
            work(args);
            for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
                System.out.println("event " + event.getString("name") + " wall " + event.getLong("wall") + " duration "
                        + event.getDuration().toNanos() + " waited " + event.getLong("waitingCount") + " alloc "
                        + event.getLong("allocBytes") + " thread " + event.getThread().getJavaName().length()
                        + " further "
                        + event.getString("further"));
            }
        }
        for (Thread each : Thread.getAllStackTraces().keySet()) {
            if (each.getName().equals("plug-other")) {
                each.join(); // a plug-in's own, which calls what is metered
            }
        }
        Rows.print();
    }

    private static void work(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> {
            for (int i = 0; i < Integer.parseInt(args[0]); i++) {
                Probes.begin(FAST).end();
            }
            for (int i = 0; i < Integer.parseInt(args[1]); i++) {
                OUTER.begin();
                Probes.context().counter(Probes.parse("items")).inc(3);
                pause();
                OUTER.end();
            }
        }, "the\nslow\tone");
        thread.start();
        thread.join();
    }

    private static void pause() {
        Probes.Probe probe = Probes.begin(PAUSE);
        try {
            sink = new byte[100_000];
            Thread.sleep(20);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
        probe.end();
    }
}
