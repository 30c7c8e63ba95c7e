/** Attaching to a JVM that runs: the client, which makes that JVM load the agent's jar, and what the agent then does there. */
package sim.agent.attach;
