/** The room {@code libraries=jdbc}: statements of any JDBC driver. */
package sim.payload.library.jdbc;
