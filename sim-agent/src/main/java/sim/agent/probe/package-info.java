/** Writes the probes of methods into their code, makes them direct, and takes them out again. Uses only class files. */
package sim.agent.probe;
