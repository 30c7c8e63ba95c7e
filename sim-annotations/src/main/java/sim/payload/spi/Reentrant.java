package sim.payload.spi;

/**
 * For a payload probe whose payloads nest, as a pool's statement and the driver's do: the description, the control object and the
 * type of an inner one replace the outer one's, whose time stays. They are one payload.
 */
public interface Reentrant {}
