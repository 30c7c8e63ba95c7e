/** What the record interceptor writes: each thread's firings, in one file. */
package sim.metrics.recording;
