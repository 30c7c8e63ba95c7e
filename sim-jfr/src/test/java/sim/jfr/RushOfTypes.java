package sim.jfr;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import sim.model.jfr.EventNames;

/** Threads that make contexts of ever other keys, each an event type, all at once; then the JDK reads the recording. */
public final class RushOfTypes {
    private static final int THREADS = 8;
    /** As many as there may be types. */
    private static final int CONTEXTS = 256 / THREADS;

    private RushOfTypes() {}

    public static void main(String[] args) throws Exception {
        Path file = Path.of(args[0]);
        FlightRecorder.getFlightRecorder();
        try (Recording recording = new Recording()) {
            recording.enable(EventNames.CONTEXT);
            recording.start();
            CountDownLatch ready = new CountDownLatch(THREADS);
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                int number = i;
                Thread thread = new Thread(() -> make(number, ready));
                thread.start();
                threads.add(thread);
            }
            for (Thread thread : threads) {
                thread.join();
            }
            recording.stop();
            recording.dump(file);
        }
        List<RecordedEvent> events = RecordingFile.readAllEvents(file);
        Files.delete(file);
        System.out.println("types " + events.stream().map(event -> event.getEventType().getId()).distinct().count());
    }

    private static void make(int number, CountDownLatch ready) {
        ready.countDown();
        try {
            ready.await();
        } catch (InterruptedException stop) {
            throw new IllegalStateException(stop);
        }
        for (int i = 0; i < CONTEXTS; i++) {
            RecordingContextKey key = RecordingContextKey.forName("key_" + number + "_" + i);
            RecordingContext.where(key, "value").build().close();
        }
    }
}
