/** The room {@code libraries=http}: requests that a server handles, by servlets or by controllers of Spring MVC. */
package sim.payload.library.http;
