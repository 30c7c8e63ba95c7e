/** The room {@code libraries=sockets}: what the application's sockets connect to, read and write. */
package sim.payload.library.sockets;
