package sim.payload.recording;

import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Stream;
import sim.base.event.Bounded;
import sim.base.failure.Fatal;
import sim.base.failure.OwnThread;
import sim.base.meter.Clock;
import sim.model.payload.PayloadPoint;
import sim.model.payload.PayloadProbeEntry.Line;

/**
 * Reads the telemetries of the probes that record, once a second, on a daemon thread that lives while a probe records. A method that
 * throws, or takes too long, is never called again. If the thread hangs in a method, SIM abandons it and another thread continues. A
 * method that returns null has no reading.
 */
final class ProbeTelemetries {
    private static final int MOST_LINES = 64;
    private static final int MOST_POINTS = 20_000;
    private static final long EVERY_NANOS = 1_000_000_000;

    private static final class Source {
        final int probe;
        final Line line;
        final WeakReference<Method> method;
        volatile boolean broken;

        Source(int probe, Line line, Method method) {
            this.probe = probe;
            this.line = line;
            this.method = new WeakReference<>(method);
        }
    }

    private final Mishaps mishaps;
    private final long patienceNanos;
    private final Consumer<Runnable> unmetered;
    private final Consumer<Thread> starter;
    private final List<Source> sources = new CopyOnWriteArrayList<>();
    private final Bounded<PayloadPoint> points = new Bounded<>(MOST_POINTS);
    private volatile List<Recording> recording = List.of();
    private Thread thread;
    /** The telemetry that is being read, since {@link #askedSince}. The collector's thread watches it. */
    private volatile Source asked;
    private volatile long askedSince;
    /** The class itself holds its methods. A strong reference from elsewhere would keep the class from being unloaded. */
    private final ClassValue<List<Method>> methods = new ClassValue<>() {
        @Override
        protected List<Method> computeValue(Class<?> type) {
            // by name, because the JVM returns them in any order: charts and colours are then the same at each start
            return Stream.of(type.getMethods()).filter(TelemetryLine::isAt)
                    .sorted(Comparator.comparing(Method::getName)).toList();
        }
    };

    /**
     * @param patienceNanos a method that takes longer is never called again
     * @param unmetered runs work without metering it
     */
    ProbeTelemetries(Mishaps mishaps, long patienceNanos, Consumer<Runnable> unmetered) {
        this(mishaps, patienceNanos, unmetered, Thread::start);
    }

    /** @param starter starts a thread, which the operating system may refuse */
    ProbeTelemetries(Mishaps mishaps, long patienceNanos, Consumer<Runnable> unmetered, Consumer<Thread> starter) {
        this.mishaps = mishaps;
        this.unmetered = unmetered;
        this.starter = starter;
        this.patienceNanos = patienceNanos;
    }

    /** How many lines are read, on all charts. */
    int lines() {
        return sources.size();
    }

    /** Replaces the telemetries of a probe by those of a class. Returns their lines. */
    List<Line> of(KnownProbe probe, Class<?> type) {
        List<Source> found = find(probe, type); // outside the lock, because it may load classes
        synchronized (this) {
            sources.removeIf(source -> source.probe == probe.id);
            sources.addAll(found);
        }
        return found.stream().map(source -> source.line).toList();
    }

    private List<Source> find(KnownProbe probe, Class<?> type) {
        List<Source> found = new ArrayList<>();
        try {
            for (Method method : methods.get(type)) {
                if (!Modifier.isStatic(method.getModifiers()) || method.getParameterCount() > 0
                        || found.size() >= MOST_LINES) {
                    mishaps.say(Mishaps.Kind.TELEMETRY, method + " is no telemetry: it must be public, static, without "
                            + "parameters, and one of " + MOST_LINES + " of its class at most");
                    continue;
                }
                method.setAccessible(true);
                add(probe, method, found);
            }
        } catch (Throwable failure) {
            mishaps.say(Mishaps.Kind.TELEMETRY, "the telemetries of " + type.getName() + " cannot be found: "
                    + failure);
        }
        return found;
    }

    private void add(KnownProbe probe, Method method, List<Source> found) {
        try {
            found.add(new Source(probe.id, TelemetryLine.of(method), method));
        } catch (IllegalArgumentException wrong) {
            mishaps.say(Mishaps.Kind.TELEMETRY, method + " is no telemetry: " + wrong.getMessage());
        }
    }

    /** Sets what records now. */
    synchronized void record(List<Recording> open) {
        recording = open;
        begin();
    }

    /** Starts the thread if there is work for one and none. If that fails, the next drain tries again: the application, which may have begun the recording, hears nothing of it. */
    private synchronized void begin() {
        if (recording.isEmpty() || sources.isEmpty() || thread != null) {
            return;
        }
        try {
            thread = OwnThread.of(this::poll, "sim-telemetry");
            starter.accept(thread);
        } catch (Throwable failure) {
            thread = null;
            mishaps.say(Mishaps.Kind.FAILURE, "the thread that reads telemetries cannot be started: ", failure);
            Fatal.pass(failure);
        }
    }

    private void poll() {
        long next = System.nanoTime();
        Runnable askAll = this::askAll;
        Runnable round = () -> unmetered.accept(askAll);
        while (goesOn()) {
            OwnThread.round(round);
            next += EVERY_NANOS;
            long now = System.nanoTime();
            next = Math.max(next, now);
            LockSupport.parkNanos(this, next - now);
        }
    }

    private void askAll() {
        for (Recording each : recording) {
            for (Source source : sources) {
                if (source.probe == each.probe.id && !source.broken && isMine()) {
                    ask(source, each);
                }
            }
        }
    }

    private synchronized boolean goesOn() {
        if (thread != Thread.currentThread()) {
            return false;
        }
        if (recording.isEmpty()) {
            thread = null;
            return false;
        }
        return true;
    }

    private synchronized boolean isMine() {
        return thread == Thread.currentThread();
    }

    private void ask(Source source, Recording into) {
        Method method = source.method.get();
        if (method == null) {
            source.broken = true; // the class was unloaded
            return;
        }
        askedSince = System.nanoTime(); // written first: otherwise the collector would take this telemetry for as slow as the last one
        asked = source;
        try {
            Object answer = method.invoke(null);
            if (!isMine()) {
                return;
            }
            if (answer == null) {
                return; // absent
            }
            if (answer instanceof Number number) {
                if (!points.offer(new PayloadPoint(into.id, source.probe, source.line.telemetry(), source.line.line(),
                        Clock.epochMicros(), number.doubleValue()))) {
                    mishaps.add(Mishaps.Kind.POINTS_DROPPED);
                }
            } else {
                fail(source, "it returned " + answer.getClass().getName() + ", which is no number");
            }
        } catch (Throwable failure) {
            fail(source, String.valueOf(failure.getCause() == null ? failure : failure.getCause()));
        } finally {
            if (isMine()) {
                asked = null;
            }
        }
    }

    /** Counted once for each source: a method that was too slow may still throw later. */
    private void fail(Source source, String why) {
        synchronized (source) {
            if (source.broken) {
                return;
            }
            source.broken = true;
        }
        mishaps.tell(Mishaps.Kind.TELEMETRY, "the telemetry "
                + (source.line.telemetry() + " " + source.line.line()).strip() + " is switched off: " + why);
    }

    /** Takes the readings out, and replaces a thread that hangs. Called by the collector's thread. */
    void drain(List<PayloadPoint> into) {
        Source slow = asked;
        if (slow != null && System.nanoTime() - askedSince > patienceNanos) {
            fail(slow, "it takes longer than " + patienceNanos / 1_000_000_000 + " s");
            synchronized (this) {
                asked = null;
                thread = null;
            }
        }
        begin();
        points.drain(into);
    }
}
