/** Providers of the Open API. SIM is one. */
package org.jinspired.probes.spi;
