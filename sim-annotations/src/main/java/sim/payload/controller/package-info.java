/** Starts and stops recordings from within the application. */
package sim.payload.controller;
