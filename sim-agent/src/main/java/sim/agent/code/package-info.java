/** Reads and corrects class files before and after the weaver. Loads no class, and uses only ASM. */
package sim.agent.code;
