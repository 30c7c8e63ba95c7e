/** What is kept: committed in groups, checked, aged. DuckDB behind it. */
package sim.server.store;
