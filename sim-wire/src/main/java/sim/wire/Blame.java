package sim.wire;

import sim.model.packed.Numbered;

/** What causes a refusal. */
public enum Blame implements Numbered {
    /** Not the content of a batch, which may be sent again. */
    CONNECTION(0),
    /** The batch that was just sent. It would be refused again. */
    BATCH(1);

    private final int number;

    Blame(int number) {
        this.number = number;
    }

    @Override
    public int number() {
        return number;
    }
}
