/** Bounded buffers of single calls and of the application's own events. */
package sim.base.event;
