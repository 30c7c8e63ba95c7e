/** Injected payload probes: classes whose handlers are called where other methods begin and end. */
package sim.payload.injected;
