/** Gives the class loaders' {@code loadClass} what tells SIM of class loading and finds SIM's classes. */
package sim.agent.loading;
