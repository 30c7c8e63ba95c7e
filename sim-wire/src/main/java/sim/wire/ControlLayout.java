package sim.wire;

import sim.model.packed.Numbered;
import sim.model.snapshot.Control;

/**
 * How controls of one kind are written. To add a kind, write a layout and enter it in {@link ControlCodec}.
 *
 * @param <C> the control
 */
abstract class ControlLayout<C extends Control> {
    private final int number;
    private final Class<C> type;

    /** Makes a layout. The number stands for the kind on the wire, and no other kind ever gets it. */
    ControlLayout(int number, Class<C> type) {
        this.number = number;
        this.type = type;
    }

    final int number() {
        return number;
    }

    final Class<C> type() {
        return type;
    }

    abstract Numbered action(C control);

    /** Writes what the control has beside its action. */
    abstract void write(C control, Parts out);

    /** Reads a control; null if no action has this number. */
    abstract C read(int action, Parts in) throws WireException;
}
