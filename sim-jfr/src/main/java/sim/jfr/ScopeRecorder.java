package sim.jfr;

import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import sim.model.jfr.EntryText;

/**
 * Puts scopes on flight recordings. A scope is one event. The scope's thread makes it when the scope begins, and writes it when the scope
 * ends. At the begin and end of each chunk of a recording, JFR's thread also writes which scopes are open. A reader thus knows the scopes
 * that began before the recording or ended after it, and a scope pays only one clock reading for that.
 */
final class ScopeRecorder {
    /**
     * Asked whether scopes are recorded. JFR turns its {@code isEnabled} into the load of a field: about 1 ns, and false while no recording
     * runs.
     */
    private static final ContextEvent SWITCH = new ContextEvent();
    /** The most open scopes that are written at the begin or end of a chunk. */
    private static final int OPEN_LIMIT = 20_000;
    private static long lastFreshId;

    static {
        try {
            if (FlightRecorder.isAvailable()) {
                // Does not start the flight recorder. If it runs already, JFR calls the listener at once.
                FlightRecorder.addListener(new FlightRecorderListener() {
                    @Override
                    public void recorderInitialized(FlightRecorder recorder) {
                        FlightRecorder.addPeriodicEvent(OpenContextEvent.class, ScopeRecorder::tellOpen);
                        FlightRecorder.addPeriodicEvent(ContextFilterEvent.class, () -> RuleBook.tell(false));
                        FlightRecorder.addPeriodicEvent(ContextCounterEvent.class, ScopeRecorder::tellCounters);
                    }
                });
            }
        } catch (RuntimeException | LinkageError failure) {
            failed(failure);
        }
    }

    private ScopeRecorder() {}

    /** Whether a recording wants scopes. */
    static boolean isOn() {
        return SWITCH.isEnabled();
    }

    /** Makes a scope's event and starts the event's clock. Called by the scope's thread. */
    static void begin(RecordingScope scope) {
        try {
            Event event = event(scope);
            scope.beganAt(System.nanoTime());
            set(event, scope);
            event.begin();
            scope.event = event;
        } catch (RuntimeException | LinkageError failure) {
            failed(failure);
        }
    }

    /** Writes a scope's event. If the scope began unrecorded, the event has no duration. Called by the scope's thread. */
    static void end(RecordingScope scope) {
        try {
            Event event = scope.event;
            if (event == null) {
                event = event(scope);
                set(event, scope);
            }
            if (event instanceof FlowContextEvent flow) {
                // The values that were written into the context are complete only now.
                flow.entries = ((FlowScope) scope).others();
            }
            scope.event = null;
            event.commit();
        } catch (RuntimeException | LinkageError failure) {
            failed(failure);
        }
    }

    /** An id for a scope that began unrecorded. Like any other id it is a time, and no two of these ids are equal. */
    static synchronized long freshId() {
        return lastFreshId = Math.max(lastFreshId + 1, System.nanoTime());
    }

    /** Counts a failure. The first one is also printed. */
    static void failed(Throwable failure) {
        if (Counter.FAILURES.get() == 0) {
            System.err.println(
                    "sim: a recording context failed, and the program continues; later failures are only counted: "
                            + failure);
        }
        Counter.FAILURES.add();
    }

    private static Event event(RecordingScope scope) {
        if (scope instanceof FlowScope) {
            return new FlowContextEvent();
        }
        KeySet keys = KeySet.of(scope.entries, scope.recorded());
        Event event = keys == null || keys == KeySet.NONE ? null : keys.newEvent();
        if (event == null) {
            if (keys != KeySet.NONE) {
                Counter.TYPES_EXHAUSTED.add();
            }
            event = new ContextEvent();
        }
        return event;
    }

    private static void set(Event event, RecordingScope scope) {
        if (event instanceof FlowContextEvent flow) {
            ((FlowScope) scope).describe(flow);
            return;
        }
        boolean whole = scope.added < 0;
        if (event instanceof ContextEvent text) {
            text.scope = scope.claimId();
            text.whole = whole;
            text.entries = text(scope);
            return;
        }
        event.set(0, scope.claimId());
        event.set(1, whole);
        Entry entry = scope.entries;
        for (int i = scope.recorded() - 1; i >= 0; i--) {
            event.set(KeySet.ENTRIES_AT + i, entry.fieldValue());
            entry = entry.previous;
        }
    }

    private static String text(RecordingScope scope) {
        if (scope instanceof FlowScope flow) {
            return flow.text();
        }
        StringBuilder line = new StringBuilder();
        append(line, scope.entries, scope.recorded());
        return line.toString();
    }

    private static void append(StringBuilder line, Entry list, int count) {
        if (count > 0) {
            append(line, list.previous, count - 1);
            EntryText.append(line, list.key.name(), list.fieldValue());
        }
    }

    private static void tellOpen() {
        try {
            int[] told = {0};
            Current.forEach(innermost -> tell(innermost, told));
        } catch (RuntimeException | LinkageError failure) {
            failed(failure);
        }
    }

    /** Writes a scope and those around it, the outermost first. Returns the scope's depth. */
    private static int tell(RecordingScope scope, int[] told) {
        if (scope == null) {
            return 0;
        }
        int depth = tell(scope.outer, told);
        if (!scope.closed) {
            if (told[0]++ >= OPEN_LIMIT) {
                Counter.OPEN_UNRECORDED.add();
            } else {
                OpenContextEvent event = new OpenContextEvent();
                event.thread = scope.thread;
                event.scope = scope.claimId();
                // Both clocks are read together, because a reader subtracts the age from the event's time to learn when the scope began.
                event.begin();
                event.age = scope.event == null ? -1 : Math.max(0, System.nanoTime() - event.scope);
                event.depth = depth;
                event.whole = scope.added < 0;
                event.entries = text(scope);
                event.commit();
            }
        }
        return depth + 1;
    }

    private static void tellCounters() {
        for (Counter counter : Counter.values()) {
            if (counter.get() != 0) {
                ContextCounterEvent event = new ContextCounterEvent();
                event.counter = counter.label;
                event.total = counter.get();
                event.commit();
            }
        }
    }
}
