/** Run by the build alone: changes the weaver's jar. */
package sim.agent.build;
