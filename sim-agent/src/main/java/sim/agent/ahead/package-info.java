/** Reads and writes archives that are woven before a program starts. */
package sim.agent.ahead;
