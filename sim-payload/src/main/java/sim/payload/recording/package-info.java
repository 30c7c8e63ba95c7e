/** Payload probes in the runtime: which there are, which record, and what they have gathered since the last drain. */
package sim.payload.recording;
