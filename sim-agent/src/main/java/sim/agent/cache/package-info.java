/** Classes woven once are kept in files, for the next start. Uses the JDK alone: where all is found the weaver is not loaded. */
package sim.agent.cache;
