/** The aspects that users extend or name in an {@code aop.xml}, and the Java code that their advice calls. */
package sim.instrumentation.aop.aspectj;
