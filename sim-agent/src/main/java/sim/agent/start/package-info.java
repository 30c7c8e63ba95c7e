/** What the agent does once at its start, before and beside the weaving. */
package sim.agent.start;
