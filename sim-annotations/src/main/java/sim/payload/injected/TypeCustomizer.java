package sim.payload.injected;

/** For the enum of a probe's event types: says how each is coloured. */
public interface TypeCustomizer extends sim.payload.embedded.TypeCustomizer {}
