/** What SIM does when the program ends. Depends on nothing. */
package sim.base.exit;
