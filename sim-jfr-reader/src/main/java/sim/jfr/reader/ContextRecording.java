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
 * A flight recording whose events are joined with the contexts they are in. An event is in a context if it ended on the context's thread
 * during one of the context's scopes; a sample belongs to the thread of which it was taken. This holds too if the scope began before the
 * recording, or did not end before the recording's end.
 *
 * <p>Opening a recording goes through the file once. It finds all damage that would make the JDK's reader loop or run out of memory.
 * Reading then goes chunk by chunk. It holds one chunk in memory (12 MB unless JFR was configured otherwise or fell behind), its scopes at
 * 40 bytes each, and the scopes that reach over several chunks. If that does not fit the heap, the exception says so in one line. Events
 * are joined by the clock's ticks in the file.
 *
 * <p>For one thread. Whatever is in the file, each method throws {@link RecordingException} and nothing else.
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

    /** Opens a recording and goes through it once. */
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

    /** The names of all event types that the recording defines, with or without events. */
    public Set<String> types() {
        Set<String> names = new TreeSet<>();
        survey.metadata.forEach(metadata -> metadata.types().forEach(type -> {
            if (type.event) {
                names.add(type.name);
            }
        }));
        return names;
    }

    /** Whether a type has this name, or matches it; see {@link Selection#events()}. */
    public boolean hasType(String pattern) {
        return types().stream().anyMatch(type -> Selection.matches(pattern, type));
    }

    /** How many events the recording has. */
    public long events() {
        return survey.events;
    }

    /** What the program counted about its contexts, by the counter's name; only what is not 0. */
    public Map<String, Long> counters() {
        return new LinkedHashMap<>(survey.counters);
    }

    /** How many events the last pass left out because of a context filter that was in force when they were recorded. */
    public long refused() {
        return refused;
    }

    /** Passes every wanted event, in the file's order. */
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

    /** Sums up what happened in each value of a key's entries. With a null {@code key}, sums up the whole recording. */
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
     * Writes the wanted events, and the scopes they are in, into a recording of their own.
     *
     * @return how many events it has, not counting SIM's own
     * @throws UnsupportedOperationException if the running JDK cannot write recordings: see {@link #canWrite()}
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
            // The file was only read: nothing is lost.
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

    /** The caller's code failed, which is no fault of the recording. */
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

    /** Describes what is wrong with the file, whether SIM's or the JDK's reader found it. The JDK's reader fails in many ways. */
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
