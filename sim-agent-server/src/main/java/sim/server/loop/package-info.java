/** Work that is done again and again on a thread of its own, whatever fails. */
package sim.server.loop;
