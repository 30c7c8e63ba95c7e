/** The front door of the agent server's jar. */
package sim.server;
