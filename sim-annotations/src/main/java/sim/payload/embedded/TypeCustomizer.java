package sim.payload.embedded;

/** An enum of event types implements this to choose the colour of each type. */
public interface TypeCustomizer {
    /** Red, green and blue in eight bits each: {@code 0x00CC00} is green. */
    int getColor();
}
