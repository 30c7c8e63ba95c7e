package sim.server.query;

import java.util.ArrayList;
import java.util.List;

/** How often payloads ended and how long they took, over time: what each batch says is spread evenly over its time. */
final class PayloadRates {
    private final long from;
    private final long step;
    private final double[] payloads;
    private final double[] nanos;
    private int first = Integer.MAX_VALUE;
    private int last = -1;

    /** @param step microseconds from one point to the next */
    PayloadRates(long from, long to, long step) {
        this.from = from;
        this.step = step;
        int points = (int) Math.max(1, (to - from + step - 1) / step);
        this.payloads = new double[points];
        this.nanos = new double[points];
    }

    /** What ended between two times; what is beyond the ends is left out. */
    void add(long begin, long end, long count, long total) {
        long until = Math.max(end, begin + 1);
        int to = (int) Math.min(payloads.length - 1L, (until - 1 - from) / step);
        for (int at = (int) Math.max(0, (begin - from) / step); at <= to; at++) {
            long left = Math.max(begin, from + at * step);
            long right = Math.min(until, from + (at + 1) * step);
            double part = (double) Math.max(0, right - left) / (until - begin);
            payloads[at] += part * count;
            nanos[at] += part * total;
            first = Math.min(first, at);
            last = Math.max(last, at);
        }
    }

    /** A recording without payloads at its begin or end had a frequency of 0 there. A range may have none because nothing recorded. */
    void beginAndEndWithNone() {
        first = 0;
        last = payloads.length - 1;
    }

    /** Payloads a second, by milliseconds; 0 where there were none between the first and the last. */
    List<Object> frequency() {
        List<Object> points = new ArrayList<>();
        for (int at = first; at <= last; at++) {
            points.add(List.of(time(at), payloads[at] * 1e6 / step));
        }
        return points;
    }

    /** Their mean duration in ns; nothing where there were none. */
    List<Object> duration() {
        List<Object> points = new ArrayList<>();
        for (int at = first; at <= last; at++) {
            if (payloads[at] > 0) {
                points.add(List.of(time(at), nanos[at] / payloads[at]));
            }
        }
        return points;
    }

    private long time(int at) {
        return (from + (at + 1) * step) / 1000;
    }
}
