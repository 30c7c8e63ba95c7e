/** What SIM does when the program ends. Stands alone. */
package sim.metrics.exit;
