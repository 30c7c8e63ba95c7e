/** The record interceptor: it writes each thread's firings into one file. */
package sim.recording;
