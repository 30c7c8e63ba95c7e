/** Injected probes: reads their classes without loading them, and has the code that is called where methods begin and end. */
package sim.agent.inject;
