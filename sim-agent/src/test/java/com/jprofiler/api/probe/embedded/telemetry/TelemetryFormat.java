package com.jprofiler.api.probe.embedded.telemetry;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Stands for the published type in tests: names and signatures alone. */
@Retention(RetentionPolicy.RUNTIME)
public @interface TelemetryFormat {
    TelemetryUnit value();

    int scale() default 0;

    boolean stacked() default false;
}
