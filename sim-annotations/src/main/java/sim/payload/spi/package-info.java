/** What the payload API calls: SIM's runtime, or nothing if SIM is not in the JVM. */
package sim.payload.spi;
