/** Payload probes by hand: an application or a library records its own payloads and splits. */
package sim.payload.embedded;
