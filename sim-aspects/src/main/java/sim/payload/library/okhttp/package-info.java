/** The room {@code libraries=okhttp}: requests that OkHttp sends. */
package sim.payload.library.okhttp;
