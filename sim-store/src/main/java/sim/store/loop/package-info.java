/** Work that is repeated on a thread of its own, whatever fails. */
package sim.store.loop;
