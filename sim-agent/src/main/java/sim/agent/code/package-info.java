/** Reading and mending class files around the weaver: no class is loaded for it. Uses ASM alone. */
package sim.agent.code;
