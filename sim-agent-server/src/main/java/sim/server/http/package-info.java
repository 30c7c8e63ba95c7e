/** The HTTP interface and the page's server. */
package sim.server.http;
