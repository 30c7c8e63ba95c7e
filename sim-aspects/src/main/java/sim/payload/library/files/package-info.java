/** The room {@code libraries=files}: files that the application opens, reads and writes. */
package sim.payload.library.files;
