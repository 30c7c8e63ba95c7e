/** What SIM knows of a thread without asking its class, which may be the program's. */
package sim.base.thread;
