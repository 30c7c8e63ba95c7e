/** Ships measurements from the runtime to the agent server: spool, shipper, connection. It has two daemon threads. */
package sim.collector;
