/** Tasks that take the current context with them to the thread that runs them. */
package sim.context.handover;
