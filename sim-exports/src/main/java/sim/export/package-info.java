/** What hands figures to tools that are not SIM's. */
package sim.export;
