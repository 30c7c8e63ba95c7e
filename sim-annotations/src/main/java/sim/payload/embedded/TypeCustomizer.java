package sim.payload.embedded;

/** For the enum of a probe's event types: says how each is coloured. */
public interface TypeCustomizer {
    /** Red, green and blue in eight bits each: {@code 0x00CC00} is green. */
    int getColor();
}
