/** Weaves the classes that load: decides whether the weaver is needed, calls it, and checks what it made. */
package sim.agent.weave;
