/** Frames between collector and agent server: see WIRE.md. A kind of data is one section. */
package sim.wire;
