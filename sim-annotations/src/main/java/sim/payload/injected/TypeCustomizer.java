package sim.payload.injected;

/** An enum of event types implements this to choose the colour of each type. */
public interface TypeCustomizer extends sim.payload.embedded.TypeCustomizer {}
