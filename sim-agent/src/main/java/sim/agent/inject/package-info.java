/** Injected probes: what their classes ask for, read without loading them, and what is called where methods begin and end. */
package sim.agent.inject;
