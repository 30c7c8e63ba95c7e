/** What threads borrow for the length of an end, and give back whatever fails meanwhile. */
package sim.metrics.lending;
