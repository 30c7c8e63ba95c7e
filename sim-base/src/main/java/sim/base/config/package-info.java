/** Options: their names, ranges and defaults, and the messages about wrong ones. */
package sim.base.config;
