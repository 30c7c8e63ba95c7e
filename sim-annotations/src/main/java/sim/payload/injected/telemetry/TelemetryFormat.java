package sim.payload.injected.telemetry;

import java.lang.annotation.Documented;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** How the numbers of a {@link Telemetry} are written. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({})
public @interface TelemetryFormat {
    /** The unit. */
    TelemetryUnit value();

    /** By how many places the decimal point moves to the left: 2 writes 150 as 1.5. Between -9 and 9. */
    int scale() default 0;

    /** Whether the lines of the chart are stacked. */
    boolean stacked() default false;
}
