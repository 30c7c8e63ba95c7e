/** The room {@code libraries=apache-http}: requests that Apache's HTTP client sends. */
package sim.payload.library.apache;
