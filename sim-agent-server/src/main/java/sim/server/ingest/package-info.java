/** Collectors' connections: admitted, bounded, decoded, acknowledged. */
package sim.server.ingest;
