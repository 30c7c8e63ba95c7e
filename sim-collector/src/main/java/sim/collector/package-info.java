/** From the runtime to the agent server: spool, shipper, connection. Two daemon threads. */
package sim.collector;
