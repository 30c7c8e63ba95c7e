/** Lets probes that were written for the published API of payload probes run in SIM. */
package sim.payload.bridge;
