/** The questions that a store answers, the turns in which requests ask, and DuckDB's answers. */
package sim.server.query;
