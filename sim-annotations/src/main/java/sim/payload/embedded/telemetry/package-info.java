/** Telemetries of payload probes by hand. */
package sim.payload.embedded.telemetry;
