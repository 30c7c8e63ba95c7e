package sim.jfr;

/** The stay of a {@link Snapshot} on a thread; closing it restores what was current there. Belongs to its thread. */
public final class Activation extends Scope {
    Activation(Scope outer, Entry entries) {
        super(outer, entries, -1);
    }
}
