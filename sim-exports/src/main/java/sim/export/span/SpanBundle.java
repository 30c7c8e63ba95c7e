package sim.export.span;

import io.opentelemetry.sdk.trace.data.SpanData;
import java.util.ArrayList;
import java.util.List;

/** Spans that are sent together: at most 512, and 2 MB. Whoever made it guards it. */
final class SpanBundle {
    private static final int MOST = 512;
    /** As {@link SpanBytes} counts them: a receiver of gRPC takes 4 MB at a time. */
    private static final long MOST_BYTES = 2_000_000;

    final List<SpanData> spans = new ArrayList<>();
    private long bytes;
    /** It was sent once, or is a part of one that was: it is not filled up. */
    boolean isBegun;
    int tries;

    private SpanBundle() {}

    SpanBundle(SpanData first) {
        spans.add(first);
        bytes = SpanBytes.most(first);
    }

    /** False if there is no room for it. */
    boolean add(SpanData span) {
        long more = SpanBytes.most(span);
        if (isBegun || spans.size() == MOST || bytes + more > MOST_BYTES) {
            return false;
        }
        bytes += more;
        return spans.add(span);
    }

    /** Some of it, in a bundle of its own. */
    SpanBundle part(int from, int to) {
        SpanBundle part = new SpanBundle();
        part.spans.addAll(spans.subList(from, to));
        part.isBegun = true;
        return part;
    }
}
