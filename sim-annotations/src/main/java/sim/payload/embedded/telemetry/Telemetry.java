package sim.payload.embedded.telemetry;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a {@code public static} method without parameters of a probe class that returns a number. SIM calls it once a second, on
 * a thread of its own, while the probe records. If the method throws, or takes longer than 5 s, SIM no longer calls it.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Telemetry {
    /** The chart. */
    String value();

    /** The line in the chart. Several methods of one chart have a line each. */
    String line() default "";

    /** How its numbers are written. */
    TelemetryFormat format() default @TelemetryFormat(TelemetryUnit.PLAIN);

    /** How several readings become one point of a chart. */
    Consolidation consolidation() default Consolidation.MEAN;
}
