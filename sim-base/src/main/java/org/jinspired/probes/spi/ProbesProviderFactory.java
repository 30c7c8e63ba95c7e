package org.jinspired.probes.spi;

/** Makes the provider; named by {@code org.jinspired.probes.spi.factory} or found by ServiceLoader. */
public interface ProbesProviderFactory {
    /** Called once, while {@code Probes} is initialised. Not null: what it throws or a null fails that class. */
    ProbesProvider create();
}
