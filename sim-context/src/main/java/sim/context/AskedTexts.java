package sim.context;

/**
 * Texts for which the application's own code may have to be asked, which is not metered then. Values write themselves by the JDK's code as a rule: for
 * these the look at their class is all that it takes. Any thread.
 */
public final class AskedTexts {
    static final AskedTexts OF_NOBODY = new AskedTexts(Unmetered.NONE);
    private static final ByClass BY_THE_JDK = new ByClass();

    private final Unmetered unmetered;

    public AskedTexts(Unmetered unmetered) {
        this.unmetered = unmetered;
    }

    /** {@link Values#text}. */
    String of(Object value, int length) {
        if (value == null || value instanceof String || BY_THE_JDK.get(value.getClass())) {
            return Values.text(value, length);
        }
        Object begun = unmetered.begin();
        try {
            return Values.text(value, length);
        } finally {
            unmetered.end(begun);
        }
    }

    /** {@link ErrorText} of an exception, the text of anything else. */
    String ofFailure(Object why, int length) {
        if (!(why instanceof Throwable error)) {
            return of(why, length);
        }
        if (BY_THE_JDK.get(error.getClass())) {
            return ErrorText.of(error, length);
        }
        Object begun = unmetered.begin();
        try {
            return ErrorText.of(error, length);
        } finally {
            unmetered.end(begun);
        }
    }

    /** The message of an exception. Throws what the application's code throws. */
    public String messageOf(Throwable error) {
        if (BY_THE_JDK.get(error.getClass())) {
            return error.getMessage();
        }
        Object begun = unmetered.begin();
        try {
            return error.getMessage();
        } finally {
            unmetered.end(begun);
        }
    }

    /** Tells a watch of the exception of a context with that id; the watch may ask the exception. */
    void tell(FailureWatch watch, long context, long parent, Throwable error) {
        if (BY_THE_JDK.get(error.getClass())) {
            watch.failed(context, parent, error);
            return;
        }
        Object begun = unmetered.begin();
        try {
            watch.failed(context, parent, error);
        } finally {
            unmetered.end(begun);
        }
    }

    /** Whether objects of a class write themselves by code of the JDK that asks no other object. */
    private static final class ByClass extends ClassValue<Boolean> {
        @Override
        protected Boolean computeValue(Class<?> type) {
            try {
                if (CharSequence.class.isAssignableFrom(type) && !isOfJdk(type)) {
                    return false; // asked for its characters
                }
                Class<?> writer = declaring(type, "toString");
                if (writer == Object.class) {
                    return declaring(type, "hashCode") == Object.class;
                }
                if (writer == Throwable.class) {
                    // some of the JDK's own ask the exception that they wrap
                    return declaring(type, "getMessage") == writer && declaring(type, "getLocalizedMessage") == writer;
                }
                String name = writer.getName();
                return isOfJdk(writer) && (name.startsWith("java.lang.") || name.startsWith("java.math.")
                        || name.startsWith("java.time.") || name.equals("java.util.UUID"));
            } catch (NoSuchMethodException | LinkageError unknown) {
                return false;
            }
        }

        private static Class<?> declaring(Class<?> type, String method) throws NoSuchMethodException {
            return type.getMethod(method).getDeclaringClass();
        }

        private static boolean isOfJdk(Class<?> type) {
            return type.getClassLoader() == null;
        }
    }
}
