package org.jinspired.probes.conformance.quiet;

import org.jinspired.probes.spi.ProbesProvider;
import org.jinspired.probes.spi.ProbesProviderFactory;

/** What {@code org.jinspired.probes.spi.factory} names to have the quiet provider. */
public final class QuietProviderFactory implements ProbesProviderFactory {
    @Override
    public ProbesProvider create() {
        return new QuietProvider();
    }
}
