/** The room {@code libraries=processes}: processes that the application starts. */
package sim.payload.library.processes;
