package sim.metrics.failure;

import java.util.function.Function;
import sim.model.text.Text;

/**
 * The stack of an exception and of its causes as text, bounded. It asks the application's exception, whose methods may do anything: whoever makes one
 * catches what is thrown.
 */
final class StackText {
    private static final int MOST_FRAMES = 100;
    private static final int MOST_CAUSES = 5;
    private static final int LONGEST = 16_000;
    private static final long PRIME = 0x9E3779B97F4A7C15L;

    private final Function<Throwable, String> textOf;
    private final StringBuilder text = new StringBuilder(2_000);
    private long hash;

    private StackText(Function<Throwable, String> textOf) {
        this.textOf = textOf;
    }

    /** @param textOf what is kept of an exception's type and message */
    static StackText of(Throwable error, Function<Throwable, String> textOf) {
        StackText stack = new StackText(textOf);
        StackTraceElement[] frames = error.getStackTrace();
        stack.mix(error.getClass().getName());
        stack.add(frames, frames.length);
        Throwable outer = error;
        for (int left = MOST_CAUSES; left > 0; left--) {
            Throwable cause = outer.getCause();
            if (cause == null || cause == outer) {
                break;
            }
            frames = stack.addCause(cause, frames);
            outer = cause;
        }
        return stack;
    }

    private StackTraceElement[] addCause(Throwable cause, StackTraceElement[] outer) {
        StackTraceElement[] frames = cause.getStackTrace();
        int own = frames.length;
        for (int at = outer.length; own > 0 && at > 0 && frames[own - 1].equals(outer[at - 1]); at--) {
            own--;
        }
        mix(cause.getClass().getName());
        text.append("Caused by: ").append(textOf.apply(cause)).append('\n');
        add(frames, own);
        return frames;
    }

    /** Adds the first so many frames; the others are those of the exception around it. */
    private void add(StackTraceElement[] frames, int own) {
        int shown = Math.min(own, MOST_FRAMES);
        for (int i = 0; i < shown; i++) {
            mix(frames[i].getClassName());
            mix(frames[i].getMethodName());
            hash = (hash ^ frames[i].getLineNumber()) * PRIME;
            if (text.length() < LONGEST) {
                text.append("\tat ").append(frames[i]).append('\n');
            }
        }
        if (shown < frames.length && text.length() < LONGEST) {
            text.append("\t... ").append(frames.length - shown).append(" more\n");
        }
    }

    private void mix(String part) {
        hash = (hash ^ part.hashCode()) * PRIME;
        hash ^= hash >>> 29;
    }

    /** The same for equal frames and types, whatever the messages. */
    long hash() {
        return hash;
    }

    String text() {
        return Text.cut(text.toString(), LONGEST);
    }
}
