/** What SIM knows of the program's own objects, class loaders above all, whatever these say of themselves. */
package sim.agent.identity;
