/** Measures, each of which adds a meter: an extension of the Open API. */
package org.jinspired.probes.measure;
