/** Weaves an archive before the program starts. */
package sim.agent.ahead;
