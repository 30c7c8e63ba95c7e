/** What was stored since the server first counted it: sums that only grow, for tools that ask again and again. */
package sim.export.totals;
