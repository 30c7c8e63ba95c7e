/** The store: it checks batches, commits them in groups, and removes old rows. DuckDB is behind it. */
package sim.store;
