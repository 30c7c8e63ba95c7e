/** What the rooms of all HTTP clients share: their probe, and the payload of one request. */
package sim.payload.library.client;
