/** TLS at the agent server's two ports. */
package sim.server.tls;
