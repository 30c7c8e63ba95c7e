package sim.metrics.snapshot;

/**
 * The present state of a name's scorecard.
 *
 * @param name the {@link NameEntry#id()}
 * @param standing the name's standing
 * @param balance the balance, from {@code sim.hotspot.initial} on
 * @param trials how often the name was tried again after it was disabled
 */
public record Score(int name, Standing standing, long balance, int trials) {}
