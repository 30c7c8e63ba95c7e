package sim.server.query;

/**
 * A payload probe that an instance has.
 *
 * @param instance whose; empty where only an application's sums are left of it
 * @param type its class or key
 * @param name what people call it; the type where no instance tells it any more
 */
public record ToldProbe(String instance, String type, String name) {
    /** Whether somebody means it by this word, as the application understands it. */
    public boolean isCalled(String word) {
        return type.equals(word) || name.equals(word);
    }
}
