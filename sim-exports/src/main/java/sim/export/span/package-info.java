/** Contexts and kept calls as spans, and their way to a receiver, whatever format that takes. */
package sim.export.span;
