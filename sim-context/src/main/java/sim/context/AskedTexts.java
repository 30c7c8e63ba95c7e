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
        if (value == null || value instanceof String) {
            return Values.text(value, length);
        }
        Object begun = begin(value);
        try {
            return Values.text(value, length);
        } finally {
            end(begun);
        }
    }

    /** {@link ErrorText} of an exception, the text of anything else. */
    String ofFailure(Object why, int length) {
        if (!(why instanceof Throwable error)) {
            return of(why, length);
        }
        Object begun = begin(error);
        try {
            return ErrorText.of(error, length);
        } finally {
            end(begun);
        }
    }

    /** The message of an exception. Throws what the application's code throws. */
    public String messageOf(Throwable error) {
        Object begun = begin(error);
        try {
            return error.getMessage();
        } finally {
            end(begun);
        }
    }

    /** Tells a watch of the exception of a context with that id; the watch may ask the exception. */
    void tell(FailureWatch watch, long context, long parent, Throwable error) {
        Object begun = begin(error);
        try {
            watch.failed(context, parent, error);
        } finally {
            end(begun);
        }
    }

    /** Returns null where nobody of the application is asked. */
    private Object begin(Object asked) {
        return BY_THE_JDK.get(asked.getClass()) ? null : unmetered.begin();
    }

    private void end(Object begun) {
        if (begun != null) {
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
