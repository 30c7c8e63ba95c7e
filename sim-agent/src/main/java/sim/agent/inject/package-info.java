/** Injected probes: reads their classes without loading them, and has the code that intercepted methods call at their begin and end. */
package sim.agent.inject;
