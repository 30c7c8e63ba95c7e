package org.jinspired.probes.conformance;

import org.jinspired.probes.conformance.quiet.QuietProvider;
import org.jinspired.probes.spi.ProbesProvider;

/** A provider that has nothing to do with SIM: the contract is the API's, not ours. */
class QuietConformanceTest implements ProbesConformance {
    private final ProbesProvider provider = new QuietProvider();

    @Override
    public ProbesProvider provider() {
        return provider;
    }

    @Override
    public boolean meters() {
        return false;
    }
}
