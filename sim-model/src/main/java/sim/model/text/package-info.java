/** What every text that travels is held to, and names by patterns. */
package sim.model.text;
