package sim.context;

import sim.base.failure.Fatal;
import sim.model.text.Text;

/**
 * What is kept of an exception: its class, a colon and what it says of itself. Readers take the class from in front of the colon, so it is there
 * also where the exception's own {@code toString} leaves it out. The application's code makes the text: whoever asks for it has that unmetered.
 */
public final class ErrorText {
    private static final String BETWEEN = ": ";

    private ErrorText() {}

    /** At most {@code length} characters. Throws nothing but a {@code ThreadDeath}, whatever the exception's own methods do. */
    public static String of(Throwable error, int length) {
        String type = error.getClass().getName();
        String said;
        try {
            said = error.toString();
        } catch (Throwable broken) {
            said = "(its toString threw " + broken.getClass().getName() + ")";
            Fatal.pass(broken);
        }
        if (said == null || said.isEmpty() || said.equals(type)) {
            return Text.cut(type, length);
        }
        boolean isNamed = said.startsWith(type) && said.startsWith(BETWEEN, type.length());
        return Text.cut(isNamed ? said : type + BETWEEN + Text.cut(said, length), length);
    }
}
