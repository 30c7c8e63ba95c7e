package com.jprofiler.api.probe.embedded.telemetry;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Stands for the published type in tests: names and signatures alone. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Telemetry {
    String value();

    String line() default "";

    TelemetryFormat format() default @TelemetryFormat(TelemetryUnit.PLAIN);
}
