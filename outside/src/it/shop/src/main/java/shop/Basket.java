package shop;

import sim.instrumentation.annotation.Instrument;
import sim.jfr.RecordingContext;
import sim.jfr.RecordingContextKey;

/** What the README shows, compiled against what a repository has. */
@Instrument
public class Basket {
    private static final RecordingContextKey ORDER = RecordingContextKey.forName("order");

    public String checkout(int order) {
        try (var context = RecordingContext.where(ORDER, order).build()) {
            return "order " + order;
        }
    }
}
