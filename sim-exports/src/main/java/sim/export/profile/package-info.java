/** Call trees in the formats of profilers' viewers. */
package sim.export.profile;
