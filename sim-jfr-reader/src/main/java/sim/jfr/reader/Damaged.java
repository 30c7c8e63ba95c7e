package sim.jfr.reader;

/** The bytes are not those of a recording. Caught where the file's name is known. */
final class Damaged extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Damaged(String problem) {
        super(problem, null, false, false);
    }
}
