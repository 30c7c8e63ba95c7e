/** Takes the probes of names that are off out of the code, and puts them back. */
package sim.agent.idle;
