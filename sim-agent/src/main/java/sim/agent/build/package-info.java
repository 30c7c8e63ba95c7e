/** Changes the agent's jar. Only the build runs it. */
package sim.agent.build;
