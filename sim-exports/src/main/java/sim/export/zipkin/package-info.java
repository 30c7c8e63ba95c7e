/** Spans in Zipkin's own format. */
package sim.export.zipkin;
