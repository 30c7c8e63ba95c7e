/** The commands. */
package sim.server.cli;
