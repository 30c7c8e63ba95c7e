/** What SIM does when the program ends. Depends on {@code sim.base.failure}. */
package sim.base.exit;
