package shop.sleep;

import java.nio.file.Path;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Recording;
import sim.instrumentation.annotation.Instrument;
import sim.jfr.RecordingContext;
import sim.jfr.RecordingContextKey;

/** Two tasks on a pool, in the context of the thread that submits them. */
@Instrument
public class TwoSleeps {
    private static final RecordingContextKey KEY_1 = RecordingContextKey.forName("Key1");

    private final ForkJoinPool pool = new ForkJoinPool(2);

    public static void main(String[] args) throws Exception {
        try (Recording recording = new Recording()) {
            recording.enable("jdk.ThreadSleep").withoutThreshold();
            recording.start();
            new TwoSleeps().run();
            recording.stop();
            recording.dump(Path.of(args[0]));
        }
    }

    void run() throws InterruptedException {
        try (RecordingContext context = RecordingContext.where(KEY_1, "Value1").build()) {
            RecordingContext.Snapshot snapshot = RecordingContext.snapshot();
            pool.execute(() -> sleepIn(snapshot));
            pool.execute(() -> sleepIn(snapshot));
            pool.shutdown();
            pool.awaitTermination(1, TimeUnit.MINUTES);
        }
    }

    void sleepIn(RecordingContext.Snapshot snapshot) {
        try (RecordingContext.Activation activation = snapshot.activate()) {
            Thread.sleep(10);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
