/** What provides the Open API; SIM is one provider. */
package org.jinspired.probes.spi;
