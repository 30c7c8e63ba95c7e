package sim.agent.hook;

import java.util.function.UnaryOperator;

/**
 * The class that is being woven on this thread, and what went wrong with it. Begun and ended by the agent's transformer; the
 * weaver's hooks write into it.
 */
public final class Job implements AutoCloseable {
    private static final ThreadLocal<Job> CURRENT = new ThreadLocal<>();

    private final Job outer = CURRENT.get();
    private final ClassLoader loader;
    private final byte[] bytes;
    private boolean begun;
    private byte[] given;
    private byte[] readable;
    private boolean framing;
    private boolean inFrames;
    private Throwable failure;
    private String message;

    /** Begins weaving a class of {@code loader} on this thread. */
    public Job(ClassLoader loader, byte[] bytes) {
        this.loader = loader;
        this.bytes = bytes;
        CURRENT.set(this);
    }

    static Job current() {
        return CURRENT.get();
    }

    ClassLoader loader() {
        return loader;
    }

    /** The weaver reads a class once or twice: the answer is kept for the second time. */
    byte[] readable(byte[] read, UnaryOperator<byte[]> make) {
        begun |= read == bytes;
        if (read != given) {
            given = read;
            readable = make.apply(read);
        }
        return readable;
    }

    /** Whether the weaver is at the class itself, and no more at its configuration. */
    boolean hasBegun() {
        return begun;
    }

    void framing(boolean begun) {
        framing = begun;
    }

    /** The first thing that went wrong stays. */
    void failed(Throwable thrown, String said) {
        if (failure == null && message == null) {
            failure = thrown;
            message = said;
            inFrames = framing;
        }
    }

    /** Whether the weaver has given up on the class. */
    public boolean hasFailed() {
        return failure != null || message != null;
    }

    /** Whether that was while stack map frames were computed. */
    public boolean failedInFrames() {
        return inFrames;
    }

    /** What it threw; null where it only said something. */
    public Throwable failure() {
        return failure;
    }

    /** What it said; null where it only threw something. */
    public String message() {
        return message;
    }

    @Override
    public void close() {
        if (outer == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(outer);
        }
    }
}
