/** The environments of the Open API: settings of the process and of each thread. */
package sim.base.environment;
