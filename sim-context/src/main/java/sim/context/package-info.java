/** Flow contexts: which one is current on a thread, its sums, and how it travels. */
package sim.context;
