package sim.jfr.reader;

/** Thrown where the bytes are not those of a recording. Caught where the name of the file is known. */
final class Damaged extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Damaged(String problem) {
        super(problem, null, false, false);
    }
}
