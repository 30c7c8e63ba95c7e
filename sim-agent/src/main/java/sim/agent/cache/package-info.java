/** Keeps woven classes in files for the next start. Uses only the JDK: if all classes are found, the weaver is not loaded. */
package sim.agent.cache;
