package sim.payload.injected.telemetry;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * On a {@code public static} method without parameters of a probe class that returns a number: it is asked once a second, on
 * a thread of SIM's, while the probe is recorded. One that throws, or takes longer than 5 s, is asked no more.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Telemetry {
    /** The chart. */
    String value();

    /** The line in the chart; several methods of one chart each have their own. */
    String line() default "";

    /** How it is written. */
    TelemetryFormat format() default @TelemetryFormat(TelemetryUnit.PLAIN);
}
