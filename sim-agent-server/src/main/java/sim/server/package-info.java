/** The entry point of the agent server's jar. */
package sim.server;
