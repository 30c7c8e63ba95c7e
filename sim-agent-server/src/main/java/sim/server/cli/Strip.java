package sim.server.cli;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.List;

/** Numbers as a row of bars, from 0 or the least to the largest: the mean of as many as come to a bar. */
final class Strip {
    private static final String BARS = "\u2581\u2582\u2583\u2584\u2585\u2586\u2587\u2588";
    private static final int WIDTH = 40;

    private Strip() {}

    static String of(List<BigDecimal> values) {
        double least = Math.min(0, Collections.min(values).doubleValue());
        double span = Collections.max(values).doubleValue() - least;
        int width = Math.min(WIDTH, values.size());
        StringBuilder strip = new StringBuilder();
        for (int bar = 0; bar < width; bar++) {
            double height = values.subList(bar * values.size() / width, (bar + 1) * values.size() / width).stream()
                    .mapToDouble(BigDecimal::doubleValue).average().orElse(least) - least;
            strip.append(BARS.charAt(span > 0 ? (int) Math.min(BARS.length() - 1, height / span * BARS.length()) : 0));
        }
        return strip.toString();
    }
}
