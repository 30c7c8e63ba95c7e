package sim.server.query;

import java.util.Objects;

/** A node of one instance's call tree with its name, linked to its caller. */
final class Place {
    final String owner;
    final String member;
    /** The caller, or null at the top. */
    final Place caller;
    /** Whether its name is switched off now and is not to be shown. */
    final boolean hidden;
    /** What it gained in the time asked for, or null. */
    Sums sums;

    Place(String owner, String member, Place caller, boolean hidden) {
        this.owner = owner;
        this.member = member;
        this.caller = caller;
        this.hidden = hidden;
    }

    /** Whether no caller of the same name has numbers too: then its totals are nobody else's. */
    boolean isOutermost() {
        for (Place above = caller; above != null; above = above.caller) {
            if (above.sums != null && Objects.equals(above.member, member) && Objects.equals(above.owner, owner)) {
                return false;
            }
        }
        return true;
    }
}
