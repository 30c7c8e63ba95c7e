/** The API for programs and aspects of SIM's users: probes by hand, events, contexts, metrics. */
package sim.instrumentation.data;
