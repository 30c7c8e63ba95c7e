package sim.model.packed;

/**
 * A constant of an enum with the number that stands for it on the wire and in files. The number is written beside the constant, so that
 * constants can be added and moved. A number that was used once is not given to another constant.
 */
public interface Numbered {
    /** The number on the wire and in files. */
    int number();

    /** The constant with a number; null if there is none. */
    static <T extends Numbered> T of(T[] constants, long number) {
        for (T each : constants) {
            if (each.number() == number) {
                return each;
            }
        }
        return null;
    }
}
