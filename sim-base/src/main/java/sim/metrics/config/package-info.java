/** Options: their names, ranges and defaults, and what is said of a wrong one. */
package sim.metrics.config;
