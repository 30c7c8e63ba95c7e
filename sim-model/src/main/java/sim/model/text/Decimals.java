package sim.model.text;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * Numbers with decimals, without the JDK's formatter: that one chooses the providers of locales for the whole JVM, and a program may say in {@code main}
 * which these are ({@code java.locale.providers}). Any thread.
 */
public final class Decimals {
    private Decimals() {}

    /** The value with so many decimals, rounded half up, and a point: {@code 1.3}; what is no number or infinite as Java calls it. */
    public static String of(double value, int places) {
        return Double.isFinite(value)
                ? BigDecimal.valueOf(value).setScale(places, RoundingMode.HALF_UP).toPlainString()
                : Double.toString(value);
    }
}
