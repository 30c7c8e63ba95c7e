/** Prometheus scrapes a program with SIM in it, without an agent server. By the JDK alone; nothing is written before somebody asks. */
package sim.collector.scrape;
