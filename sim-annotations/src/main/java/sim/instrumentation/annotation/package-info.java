/** The annotations that users write on their classes and methods. */
package sim.instrumentation.annotation;
