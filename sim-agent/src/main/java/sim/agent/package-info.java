/** The ways into the agent: the JVM's, and that of the jar as a program. Each room beside it does one task. */
package sim.agent;
