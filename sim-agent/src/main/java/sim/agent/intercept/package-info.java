/** Puts injected probes and scripts into the methods and calls they select, and takes them out. */
package sim.agent.intercept;
