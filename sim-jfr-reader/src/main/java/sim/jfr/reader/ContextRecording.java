package sim.jfr.reader;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * A flight recording whose events are joined with the contexts they are in: every event of a thread inside a scope of it,
 * samples taken of it included, also where the scope began before the recording or did not end before its end.
 *
 * <p>Opening it goes through the file once and finds every damage that would make the JDK's reader loop or run out of
 * memory. It then goes chunk by chunk: in memory are one chunk (12 MB unless JFR was configured otherwise or fell behind),
 * its scopes at 40 bytes each, and the scopes that reach over chunks. What does not fit the heap is said in one line.
 * Events are joined by the clock's ticks as they stand in the file; the moment that counts is an event's end.
 *
 * <p>For one thread. Every method throws {@link RecordingException} and nothing else for whatever is in the file.
 */
public final class ContextRecording implements Closeable {
    private final Path file;
    private final Input input;
    private final Bound bound;
    private Survey survey;
    private long refused;

    private ContextRecording(Path file, Input input, Bound bound) {
        this.file = file;
        this.input = input;
        this.bound = bound;
    }

    /** Opens a recording and looks through it. */
    public static ContextRecording open(Path file) throws RecordingException {
        return open(file, Bound.ofHeap());
    }

    static ContextRecording open(Path file, Bound bound) throws RecordingException {
        if (Files.isDirectory(file)) {
            throw new RecordingException(file, "is a directory; name a .jfr file");
        }
        ContextRecording recording;
        try {
            recording = new ContextRecording(file, new Input(file), bound);
        } catch (NoSuchFileException none) {
            throw new RecordingException(file, "there is no such file", none);
        } catch (IOException failure) {
            throw new RecordingException(file, "cannot be read: " + failure.getMessage(), failure);
        }
        try {
            if (recording.input.size() == 0) {
                throw new Damaged("it is empty");
            }
            recording.survey = Survey.of(recording.input, bound);
            return recording;
        } catch (Throwable problem) {
            recording.close();
            throw recording.problem(problem);
        }
    }

    /** The names of all event types it defines, whether there are events of them or not. */
    public Set<String> types() {
        Set<String> names = new TreeSet<>();
        survey.metadata.forEach(metadata -> metadata.types().forEach(type -> {
            if (type.event) {
                names.add(type.name);
            }
        }));
        return names;
    }

    /** Whether a name as in {@link Selection#events()} is that of any type. */
    public boolean hasType(String pattern) {
        return types().stream().anyMatch(type -> Selection.matches(pattern, type));
    }

    /** How many events are in it. */
    public long events() {
        return survey.events;
    }

    /** What the program counted about its contexts, by kind; only what is not zero. */
    public Map<String, Long> counters() {
        return new LinkedHashMap<>(survey.counters);
    }

    /** Events of the last pass that a context filter in force when they were recorded left out. */
    public long refused() {
        return refused;
    }

    /** Passes every event that is wanted, in the order of the file. */
    public void forEach(Selection selection, Consumer<JoinedEvent> each) throws RecordingException {
        Pass pass = new Pass(survey, input, selection, bound);
        try (RecordingFile events = new RecordingFile(file)) {
            while (pass.next()) {
                RecordedEvent event = events.readEvent();
                check(event, pass);
                if (pass.accepts()) {
                    JoinedEvent joined = new JoinedEvent(event, pass.context());
                    deliver(each, joined);
                }
            }
        } catch (ConsumerFailure failure) {
            failure.rethrow();
        } catch (Throwable problem) {
            throw problem(problem);
        } finally {
            refused = pass.refused();
        }
    }

    /** What happened in each value of a key's entries; {@code key} may be null for the whole recording. */
    public Summary summary(Selection selection, String key) throws RecordingException {
        Pass pass = new Pass(survey, input, selection, bound);
        Summary summary = new Summary(key);
        try {
            while (pass.next()) {
                if (pass.accepts()) {
                    summary.add(pass.event(), pass.chunk(), pass.context());
                }
            }
            summary.flush();
        } catch (Throwable problem) {
            throw problem(problem);
        } finally {
            refused = pass.refused();
        }
        return summary;
    }

    /** Whether the running JDK can write recordings: 19 and later can. */
    public static boolean canWrite() {
        return writer() != null;
    }

    /**
     * Writes the events that are wanted, with the scopes they are in, into a recording of their own.
     *
     * @return how many events are in it, not counting SIM's own
     * @throws UnsupportedOperationException if the running JDK cannot: see {@link #canWrite()}
     */
    public long write(Selection selection, Path target) throws RecordingException {
        Method writer = writer();
        if (writer == null) {
            throw new UnsupportedOperationException("writing a recording needs JDK 19 or newer, this is "
                    + Runtime.version().feature() + "; sim jfr print and summary filter without it");
        }
        Writing writing = new Writing(new Pass(survey, input, selection, bound));
        Predicate<RecordedEvent> keep = event -> {
            writing.next();
            check(event, writing.pass());
            return writing.keeps();
        };
        try (RecordingFile events = new RecordingFile(file)) {
            writer.invoke(events, target, keep);
        } catch (InvocationTargetException failure) {
            throw problem(failure.getCause());
        } catch (Throwable problem) {
            throw problem(problem);
        } finally {
            refused = writing.pass().refused();
        }
        return writing.written();
    }

    @Override
    public void close() {
        try {
            input.close();
        } catch (IOException onlyRead) {
            // There is nothing to lose.
        }
    }

    private static void check(RecordedEvent event, Pass pass) {
        if (event.getEventType().getId() != pass.event().type().id) {
            throw new Damaged("it was changed while it was read, or the JDK reads it differently");
        }
    }

    private static Method writer() {
        try {
            return RecordingFile.class.getMethod("write", Path.class, Predicate.class);
        } catch (NoSuchMethodException before19) {
            return null;
        }
    }

    private static void deliver(Consumer<JoinedEvent> each, JoinedEvent joined) {
        try {
            each.accept(joined);
        } catch (Damaged damaged) {
            throw damaged;
        } catch (RuntimeException | Error failure) {
            throw new ConsumerFailure(failure);
        }
    }

    /** The reader's own code failed: that is no fault of the recording. */
    private static final class ConsumerFailure extends RuntimeException {
        private static final long serialVersionUID = 1L;

        ConsumerFailure(Throwable cause) {
            super(cause);
        }

        void rethrow() {
            if (getCause() instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) getCause();
        }
    }

    /** Describes what is wrong with the file, whichever reader found it; the JDK's reader fails in many ways. */
    private RecordingException problem(Throwable problem) {
        if (problem instanceof Damaged damaged) {
            return new RecordingException(file, damaged.getMessage());
        }
        if (problem instanceof OutOfMemoryError) {
            return new RecordingException(file, "needs more than the " + (Runtime.getRuntime().maxMemory() >> 20)
                    + " MB of heap there are; " + Bound.MORE, problem);
        }
        if (problem instanceof UncheckedIOException unchecked) {
            return new RecordingException(file, "cannot be read: " + unchecked.getCause().getMessage(), problem);
        }
        if (problem instanceof RuntimeException || problem instanceof IOException
                || problem instanceof StackOverflowError || problem instanceof InternalError
                || problem instanceof AssertionError) {
            return new RecordingException(file, "is damaged, the JDK's reader says: "
                    + (problem.getMessage() == null ? problem.getClass().getSimpleName() : problem.getMessage()),
                    problem);
        }
        if (problem instanceof Error error) {
            throw error;
        }
        return new RecordingException(file, "cannot be read: " + problem, problem);
    }
}
