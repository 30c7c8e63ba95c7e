/** The JVM's way in to the agent, under a name that AspectJ's own agent leaves alone. */
package org.aspectj.sim;
