/** The room {@code libraries=kafka}: records that are sent and received. */
package sim.payload.library.kafka;
