/** The interceptors that come with SIM: log and flight recorder. */
package sim.metrics.interceptor;
