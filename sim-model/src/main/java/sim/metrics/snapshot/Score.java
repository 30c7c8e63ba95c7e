package sim.metrics.snapshot;

/**
 * A name's scorecard as it stands.
 *
 * @param name the {@link NameEntry#id()}
 * @param standing what it is
 * @param balance what firings added and took so far, from {@code sim.hotspot.initial}
 * @param trials how often it was tried again after it was disabled
 */
public record Score(int name, Standing standing, long balance, int trials) {}
