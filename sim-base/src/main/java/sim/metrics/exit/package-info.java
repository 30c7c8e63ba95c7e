/** What SIM does when the program ends. Depends on nothing. */
package sim.metrics.exit;
