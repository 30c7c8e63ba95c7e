/** What the rooms of several libraries share: contexts that arrive and leave, versions, paths. */
package sim.payload.common;
