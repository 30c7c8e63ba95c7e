/** The Probes Open API: what a program calls to probe by hand. Binary compatible with the published one. */
package org.jinspired.probes;
