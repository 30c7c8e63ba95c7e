package sim.jfr;

import java.nio.file.Path;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Recording;

/** The program of the recording contexts' proposal: two sleeps on a pool, in the context of the thread that asks for them. */
public final class RfcProgram {
    private static final RecordingContextKey contextKey1 = RecordingContextKey.forName("Key1");

    private RfcProgram() {}

    public static void main(String[] args) throws Exception {
        try (Recording recording = new Recording()) {
            recording.start();
            recording.enable("jdk.ThreadSleep").withoutThreshold();
            ForkJoinPool pool = new ForkJoinPool(2);
            try (RecordingContext context = RecordingContext.where(contextKey1, "Value1").build()) {
                RecordingContext.Snapshot snapshot = RecordingContext.snapshot();
                for (int i = 0; i < 2; i++) {
                    pool.execute(() -> {
                        try (RecordingContext.Activation activation = snapshot.activate()) {
                            Thread.sleep(1);
                        } catch (InterruptedException stop) {
                            Thread.currentThread().interrupt();
                        }
                    });
                }
                pool.shutdown();
                pool.awaitTermination(1, TimeUnit.MINUTES);
            }
            recording.stop();
            recording.dump(Path.of(args[0]));
        }
    }
}
