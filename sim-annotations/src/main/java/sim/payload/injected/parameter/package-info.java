/** What a handler's parameters get: arguments, results, names. */
package sim.payload.injected.parameter;
