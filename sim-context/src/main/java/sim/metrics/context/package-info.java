/** Flow contexts: what is current on a thread, what it came to, and how it travels. */
package sim.metrics.context;
