package org.jinspired.probes.spi;

/** Makes the provider; named by {@code org.jinspired.probes.spi.factory} or found by ServiceLoader. */
public interface ProbesProviderFactory {
    ProbesProvider create();
}
