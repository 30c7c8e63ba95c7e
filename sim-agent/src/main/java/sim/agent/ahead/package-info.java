/** Archives as they are woven before a program starts. */
package sim.agent.ahead;
