/** Programs with a cause planted in each that somebody who does not know it has to find: run by {@code sim.libraries.PlantedCausesIT}. */
package planted;
