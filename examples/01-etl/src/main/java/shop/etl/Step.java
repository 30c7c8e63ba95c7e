package shop.etl;

import sim.instrumentation.annotation.Instrument;

/**
 * A step of a round. The annotation is inherited: the subclasses and what they override are metered too.
 *
 * @param <I> what goes in
 * @param <O> what comes out
 */
@Instrument
abstract class Step<I, O> {
    private final String name;

    Step(String name) {
        this.name = name;
    }

    abstract O apply(I input) throws Exception;

    @Override
    public String toString() {
        return name;
    }
}
