/** Called by the weaver in the agent's jar: it defines classes in the supported way and gathers messages. */
package sim.agent.hook;
