package com.jprofiler.api.probe.embedded.telemetry;

/** Stands for the published type in tests: names and signatures alone. */
public enum TelemetryUnit {
    PLAIN,
    PERCENT
}
