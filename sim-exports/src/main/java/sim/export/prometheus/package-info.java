/** The totals, the platform and the server itself as Prometheus scrapes them. */
package sim.export.prometheus;
