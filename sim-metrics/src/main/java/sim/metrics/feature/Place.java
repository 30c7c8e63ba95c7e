package sim.metrics.feature;

import sim.base.name.Name;
import sim.metrics.spi.Dictionary;

/** A place in the call tree. Any thread. */
public interface Place {
    /** Its id: see {@link Dictionary#nodesAfter}. 0 is the root. */
    int id();

    /** The place of a split below it, made if need be. For a known name, one hash probe and no lock. */
    Place branch(Name split);
}
