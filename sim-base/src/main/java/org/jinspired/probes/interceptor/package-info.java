/** Interceptors, which are told of each firing: an extension of the Open API. */
package org.jinspired.probes.interceptor;
