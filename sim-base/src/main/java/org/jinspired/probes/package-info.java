/** The Probes Open API, which a program calls to probe by hand. It is binary compatible with the published one. */
package org.jinspired.probes;
