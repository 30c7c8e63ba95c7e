/** Payloads in progress: what the payload API calls on the threads of the application, and what starts and stops recordings by itself. */
package sim.payload.runtime;
