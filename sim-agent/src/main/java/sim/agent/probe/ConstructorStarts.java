package sim.agent.probe;

/**
 * Counts where a constructor calls its superclass's, or another one of its class, from its instructions in their order. The
 * compilers of Java, Kotlin and Scala write one such place; Groovy's writes one for each constructor of the superclass
 * ({@code @InheritConstructors}) and chooses as it runs. Of those the weaver sees the first alone, and its handler would
 * reach over code in which the object is not initialised yet, which the JVM refuses: such constructors are not metered.
 */
final class ConstructorStarts {
    /** Objects that are made and whose constructor has not been called. */
    private int unfinished;
    private int starts;

    /** A {@code NEW}. */
    void made() {
        unfinished++;
    }

    /** A call of any method. */
    void called(String method) {
        if (!method.equals("<init>")) {
            return;
        }
        if (unfinished > 0) {
            unfinished--;
        } else {
            starts++;
        }
    }

    boolean isOne() {
        return starts == 1;
    }

    boolean areSeveral() {
        return starts > 1;
    }
}
