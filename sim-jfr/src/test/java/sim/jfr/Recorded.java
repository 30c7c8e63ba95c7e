package sim.jfr;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import sim.jfr.reader.ContextRecording;
import sim.jfr.reader.JoinedEvent;
import sim.jfr.reader.Selection;

/** Real recordings, made here and read back. */
final class Recorded {
    private Recorded() {}

    /** What is to be recorded. */
    interface Work {
        void run() throws Exception;
    }

    /** Records some work with the sleeps of all threads, and returns the file. */
    static Path file(Work work) throws Exception {
        try (Recording recording = start()) {
            work.run();
            return stop(recording);
        }
    }

    /**
     * Makes the JVM write an event of its own on the calling thread, {@code jdk.ThreadSleep}. The tests of flight recordings wait for
     * nothing. They sleep only to have such an event, whose context they then look at.
     */
    static void sleep() {
        try {
            Thread.sleep(1);
        } catch (InterruptedException stop) {
            throw new IllegalStateException(stop);
        }
    }

    static Recording start() {
        Recording recording = new Recording();
        recording.enable("jdk.ThreadSleep").withoutThreshold();
        recording.enable("jdk.ThreadPark").withoutThreshold();
        recording.enable("jdk.JavaMonitorEnter").withoutThreshold();
        recording.enable("jdk.JavaMonitorWait").withoutThreshold();
        recording.start();
        return recording;
    }

    static Path stop(Recording recording) throws IOException {
        recording.stop();
        return dump(recording);
    }

    static Path dump(Recording recording) throws IOException {
        Path file = Files.createTempFile("recorded", ".jfr");
        file.toFile().deleteOnExit();
        recording.dump(file);
        return file;
    }

    static List<JoinedEvent> read(Path file, String... types) {
        return read(file, new Selection(List.of(types), List.of(), true));
    }

    static List<JoinedEvent> read(Path file, Selection selection) {
        List<JoinedEvent> events = new ArrayList<>();
        try (ContextRecording recording = ContextRecording.open(file)) {
            recording.forEach(selection, events::add);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        events.sort((a, b) -> a.event().getStartTime().compareTo(b.event().getStartTime()));
        return events;
    }

    /** The contexts of a thread's events of a type, in order. */
    static List<Map<String, Object>> contexts(Path file, String type, Thread thread) {
        return read(file, type).stream().filter(joined -> isOf(joined.event(), thread)).map(JoinedEvent::context)
                .toList();
    }

    static boolean isOf(RecordedEvent event, Thread thread) {
        RecordedThread of = event.getThread();
        return of != null && of.getJavaThreadId() == thread.getId();
    }
}
