/** What can be asked of a store, in turns; and how DuckDB answers. */
package sim.server.query;
