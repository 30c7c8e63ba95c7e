/** The room {@code libraries=jdk-http}: requests that the JDK's own HTTP clients send. */
package sim.payload.library.jdkhttp;
