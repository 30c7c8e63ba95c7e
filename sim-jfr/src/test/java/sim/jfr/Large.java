package sim.jfr;

import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.StackTrace;

/**
 * Makes a recording of some size: {@code java sim.jfr.Large FILE MEGABYTES [MEGABYTES_A_SECOND]}, as fast as it can where
 * no rate is given. Every event says which request it is of.
 */
public final class Large {
    private static final int EVENTS_A_REQUEST = 20;
    /** With their contexts. */
    private static final long EVENTS_A_MEGABYTE = 58_800;

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
        long events = Long.parseLong(args[1]) * EVENTS_A_MEGABYTE;
        long nanosARequest = args.length < 3
                ? 0
                : 1_000_000_000L * EVENTS_A_REQUEST / (Long.parseLong(args[2]) * EVENTS_A_MEGABYTE);
        try (Recording recording = new Recording();
                var whole = RecordingContext.where(RecordingContextKey.forName("run"), "large").build()) {
            recording.start();
            long begin = System.nanoTime();
            for (long request = 0; request * EVENTS_A_REQUEST < events; request++) {
                while (System.nanoTime() - begin < request * nanosARequest) {
                    LockSupport.parkNanos(1_000_000);
                }
                try (var context = RecordingContext.where(key, request).build()) {
                    for (int n = 0; n < EVENTS_A_REQUEST; n++) {
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
