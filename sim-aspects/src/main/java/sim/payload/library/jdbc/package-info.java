/** The room {@code libraries=jdbc}: statements of any driver of {@code java.sql}. */
package sim.payload.library.jdbc;
