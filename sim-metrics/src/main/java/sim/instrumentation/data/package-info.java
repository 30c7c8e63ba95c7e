/** What programs and aspects of SIM's users call: probes by hand, events, contexts, metrics. */
package sim.instrumentation.data;
