/** The records of payload probes that travel, and the controls for them. */
package sim.model.payload;
