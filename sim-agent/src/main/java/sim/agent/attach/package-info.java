/** The client that has a running JVM load the agent's jar; nothing of it is loaded in that JVM. */
package sim.agent.attach;
