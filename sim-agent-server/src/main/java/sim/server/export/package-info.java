/** Hands what is stored to tools that are not SIM's, as it is stored. */
package sim.server.export;
