/** The clock, and the readings of each thread and of the process. */
package sim.base.meter;
