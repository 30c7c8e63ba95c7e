/**
 * What applications came to since somebody began to count, as sums that only grow, and the series under which other tools read them. The
 * agent server counts what it stores, and an agent that is scraped counts what it drains.
 */
package sim.wire.totals;
