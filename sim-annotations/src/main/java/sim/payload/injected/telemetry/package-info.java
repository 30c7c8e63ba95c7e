/** Telemetries of injected payload probes. */
package sim.payload.injected.telemetry;
