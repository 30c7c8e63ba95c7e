/** The client that makes a running JVM load the agent's jar. That JVM loads nothing of this package. */
package sim.agent.attach;
