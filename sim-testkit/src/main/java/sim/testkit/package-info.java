/** What tests of several modules share. No module of the product uses it. */
package sim.testkit;
