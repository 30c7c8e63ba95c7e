package org.jinspired.probes.spi;

/** Makes the provider. {@code org.jinspired.probes.spi.factory} names the class, or ServiceLoader finds it. */
public interface ProbesProviderFactory {
    /** Called once, while {@code Probes} is initialised. If it throws or returns null, that initialisation fails. */
    ProbesProvider create();
}
