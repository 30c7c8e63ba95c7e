/** Tells totals and exporters what is stored. */
package sim.server.export;
