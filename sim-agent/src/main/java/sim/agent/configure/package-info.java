/** The weaver's configurations: the user's, which are checked, those of libraries, and those that SIM writes. */
package sim.agent.configure;
