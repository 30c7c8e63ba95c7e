/** Metrics, contexts and kept calls as OpenTelemetry has them, sent by OTLP. */
package sim.export.otlp;
