/** What the weaver in the agent's jar calls: classes by their supported definition, messages to where they are gathered. */
package sim.agent.hook;
