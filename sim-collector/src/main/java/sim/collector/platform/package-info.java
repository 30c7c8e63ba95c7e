/** The measures of the JVM and its host, taken at each drain. */
package sim.collector.platform;
