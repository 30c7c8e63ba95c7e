package sim.payload.spi;

/**
 * Marks a payload probe whose payloads nest, such as a pool's statement around the driver's. They are one payload: the
 * description, the control object and the type of the inner one replace those of the outer one, and the outer time stays.
 */
public interface Reentrant {}
