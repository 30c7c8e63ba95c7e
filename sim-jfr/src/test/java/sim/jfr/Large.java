package sim.jfr;

import java.nio.file.Path;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.StackTrace;

/** Makes a recording of some size: {@code java sim.jfr.Large FILE MEGABYTES}. Every event says which request it is of. */
public final class Large {
    @Name("test.Request")
    @StackTrace(false)
    static final class Request extends Event {
        long request;
        String text;
    }

    private Large() {}

    public static void main(String[] args) throws Exception {
        RecordingContextKey key = RecordingContextKey.forName("request");
        RecordingContextKey step = RecordingContextKey.forName("step");
        long events = Long.parseLong(args[1]) * 1_000_000 / 17;
        try (Recording recording = new Recording();
                var whole = RecordingContext.where(RecordingContextKey.forName("run"), "large").build()) {
            recording.start();
            long request = 0;
            for (long i = 0; i < events; request++) {
                try (var context = RecordingContext.where(key, request).build()) {
                    for (int n = 0; n < 20; n++, i++) {
                        if (n % 10 == 0) {
                            try (var inner = RecordingContext.where(step, n).build()) {
                                commit(request);
                            }
                        } else {
                            commit(request);
                        }
                    }
                }
            }
            recording.stop();
            recording.dump(Path.of(args[0]));
        }
    }

    private static void commit(long request) {
        Request event = new Request();
        event.request = request;
        event.text = "a text as events have it, of some length";
        event.commit();
    }
}
