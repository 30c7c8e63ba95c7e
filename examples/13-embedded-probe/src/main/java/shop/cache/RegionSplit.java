package shop.cache;

import sim.payload.embedded.SplitProbe;

/** Splits the call tree by the region that is worked on. */
public final class RegionSplit extends SplitProbe {
    @Override
    public String getName() {
        return "Cache regions";
    }
}
