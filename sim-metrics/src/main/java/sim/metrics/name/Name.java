package sim.metrics.name;

/**
 * What a probe is called. Interned by {@link Names}: equal names are the same object. Holds strings only, so it keeps no
 * class and no class loader alive.
 */
public final class Name {
    /** Dense, from 1. */
    public final int id;
    /** The declaring class or prefix; may be empty. */
    public final String owner;
    /** The method or last part. */
    public final String member;
    /** Spreads neighbouring ids over a hash table. */
    public final int hash;

    Name(int id, String owner, String member) {
        this.id = id;
        this.owner = owner;
        this.member = member;
        this.hash = id * 0x9E3779B9 >>> 8;
    }

    @Override
    public String toString() {
        return owner.isEmpty() ? member : owner + "." + member;
    }
}
