/** The agent: it weaves classes as they load. */
package sim.agent;
