/** Strategies, which vote whether a probe is metered: an extension of the Open API. */
package org.jinspired.probes.strategy;
