package sim.metrics.payload;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import sim.metrics.name.Names;
import sim.metrics.snapshot.Text;
import sim.metrics.snapshot.payload.ObjectRow;
import sim.metrics.snapshot.payload.PayloadEvent;
import sim.metrics.snapshot.payload.PayloadMinute;
import sim.metrics.snapshot.payload.PayloadPoint;
import sim.metrics.snapshot.payload.PayloadProbeEntry;
import sim.metrics.snapshot.payload.PayloadRecording;
import sim.metrics.snapshot.payload.PayloadRow;
import sim.metrics.snapshot.payload.PayloadSnapshot;
import sim.metrics.tree.Node;

/**
 * The payload probes of a runtime: which there are, which record, and what they gathered. Threads end payloads through their
 * stacks; the collector's thread drains. Off, nothing here is reached.
 */
public final class Payloads {
    private static final int MOST_PROBES = 1_000;
    /** What a telemetry may take. */
    private static final long PATIENCE_NANOS = 5_000_000_000L;
    /** Drains between two tellings of what has not changed. */
    private static final int TELL_AGAIN = 12;

    public final Mishaps mishaps = new Mishaps();
    public final RemoteScripts scripts;

    private final PayloadBounds bounds;
    private final Names names;
    private final Memory memory;
    private final Recordings recordings;
    private final Events events;
    private final ControlObjects.Shared objects;
    private final Telemetries telemetries;
    private final List<KnownProbe> probes = new ArrayList<>();
    private final Map<String, KnownProbe> byType = new HashMap<>();
    /** Whether a begin or an end may matter: something records, or some thread has a payload open. A plain load on x86. */
    private volatile boolean active;
    /** Whether something records. */
    private volatile boolean recording;
    /** Whether something is to be recorded that was not met yet, or anything that may appear. */
    private volatile boolean awaiting;
    /** Grows whenever {@link #active} rises: what a stack holds of the time before is void. */
    private volatile int generation;
    private int drains;

    private final ClassValue<BoundProbe> bound = new ClassValue<>() {
        @Override
        protected BoundProbe computeValue(Class<?> type) {
            return bind(type);
        }
    };

    public Payloads(PayloadBounds bounds, Names names, Runnable wake) {
        this.bounds = bounds;
        this.scripts = new RemoteScripts(wake);
        this.names = names;
        this.memory = new Memory(bounds.memory());
        this.recordings = new Recordings(memory, mishaps, bounds);
        this.events = new Events(bounds, mishaps, wake);
        this.objects = new ControlObjects.Shared(bounds.objects(), bounds.text(), mishaps);
        this.telemetries = new Telemetries(mishaps, PATIENCE_NANOS);
    }

    /** Whether a begin or an end may matter. Read at each. */
    public boolean isActive() {
        return active;
    }

    /** Whether something may record as soon as it is met. */
    public boolean isAwaiting() {
        return awaiting;
    }

    /** Whether something records. */
    public boolean isRecording() {
        return recording;
    }

    public int generation() {
        return generation;
    }

    /** The probe of a class, met at its first use; null past the bound on probes. Calls the application. */
    public BoundProbe of(Class<?> type) {
        return bound.get(type);
    }

    /** Whether a class of that name was met. */
    public boolean isMet(String type) {
        synchronized (probes) {
            return byType.containsKey(type);
        }
    }

    private BoundProbe bind(Class<?> type) {
        Definition said = new Definition(type, mishaps);
        KnownProbe probe = known(type.getName());
        if (probe == null) {
            return new BoundProbe(null, said);
        }
        probe.describe(said, telemetries.of(probe, type));
        recordings.met(probe);
        refresh();
        return new BoundProbe(probe, said);
    }

    private KnownProbe known(String type) {
        synchronized (probes) {
            KnownProbe known = byType.get(type);
            if (known == null && probes.size() < MOST_PROBES) {
                int id = probes.size() + 1;
                known = new KnownProbe(id, type, new ControlObjects(objects, id),
                        new SplitTexts(type, names, bounds, mishaps));
                probes.add(known);
                byType.put(type, known);
            }
            if (known == null) {
                mishaps.say(Mishaps.Kind.PROBES, "there are more than " + MOST_PROBES
                        + " payload probes: " + type + " records nothing");
            }
            return known;
        }
    }

    private List<KnownProbe> probes() {
        synchronized (probes) {
            return List.copyOf(probes);
        }
    }

    /** Begins to record what is called so, and what will be. Returns how many probes it concerned. */
    public int start(String word, boolean keepEvents) {
        int found = recordings.start(word, keepEvents, probes());
        refresh();
        return found;
    }

    /** Ends it. */
    public int stop(String word) {
        int found = recordings.stop(word, probes());
        refresh();
        return found;
    }

    private synchronized void refresh() {
        recording = recordings.isAny();
        awaiting = recordings.isWanted();
        if (recording && !active) {
            generation++;
            active = true;
        }
        telemetries.record(recordings.open());
    }

    /**
     * Nothing records and no thread has a payload open, or has had one for long: the way is short again. The collector's thread.
     *
     * @param cut payloads in progress that began in a recording: they cannot be told any more. What the stacks hold is void
     * @return whether it is so
     */
    public synchronized boolean rest(long cut) {
        if (recordings.isAny()) {
            return false;
        }
        active = false;
        generation++;
        mishaps.add(Mishaps.Kind.CUT, cut);
        return true;
    }

    /** What a probe records into, null while it is off. */
    public Recording recordingOf(BoundProbe of) {
        return of == null || of.probe == null ? null : of.probe.recording;
    }

    /** Whether a recording is its probe's present one. */
    public static boolean isCurrent(Recording recording) {
        return recording.probe.recording == recording;
    }

    /** The number of a control object that is used, 0 for one that was not met. */
    public long knownObject(BoundProbe of, Object object) {
        return of.probe.objects.known(object);
    }

    /** The same for one that was not met before. May ask the application for its name. */
    public long meetObject(BoundProbe of, Object object) {
        return of.probe.objects.meet(object, of.definition);
    }

    /** The number of an event type, -1 for none. */
    public int typeOf(BoundProbe of, Enum<?> type) {
        return of.typeOf(type, mishaps);
    }

    /** The splitting node of a text below a place. */
    public Node splitOf(BoundProbe of, Node place, String text) {
        return of.probe.splits.find(place, text);
    }

    /** Whether a split probe splits inside itself, and whether what is inside a payload replaces what it is. */
    public static boolean isReentrant(BoundProbe of) {
        return of.definition.reentrant;
    }

    /** Whether a split is a payload too. */
    public static boolean isPayloads(BoundProbe of) {
        return of.definition.splitsPay;
    }

    /** A control object is opened. Returns its number. */
    public long open(BoundProbe of, Object object, String name) {
        return of.probe == null ? 0 : of.probe.objects.open(object, name);
    }

    /** A control object is closed. Returns its number; 0 if it was never met. */
    public long close(BoundProbe of, Object object) {
        return of.probe == null ? 0 : of.probe.objects.close(object);
    }

    /** The name of a control object that is open; empty for any other. */
    public String nameOf(BoundProbe of, Object object) {
        return of.probe.objects.nameOf(object);
    }

    /**
     * Adds a payload that has ended.
     *
     * @param told all of it, but for {@code text}; the caller's own, used again
     */
    public void add(int stripe, PayloadTold told, String description, boolean keepsEvents) {
        String text = description.length() <= bounds.text() ? description : Text.cut(description, bounds.text());
        Recording into = told.recording;
        Leaf leaf = into.add(stripe, told.node, text, told.nanos, told.error, told.object, told.type);
        if (into.events && keepsEvents) {
            told.text = leaf.text;
            events.add(stripe, told);
        }
    }

    /** Keeps the opening or closing of a control object. */
    public void addEvent(int stripe, PayloadTold told) {
        if (told.recording.events) {
            events.add(stripe, told);
        }
    }

    /** Whether the probe's single events may be kept. */
    public static boolean isEvents(BoundProbe of) {
        return of.definition.events;
    }

    /** Everything gathered since the last call. The collector's thread. */
    public PayloadSnapshot drain() {
        boolean again = ++drains % TELL_AGAIN == 0;
        List<PayloadRow> rows = new ArrayList<>();
        List<ObjectRow> objectRows = new ArrayList<>();
        List<PayloadRecording> told = new ArrayList<>();
        List<PayloadEvent> single = new ArrayList<>();
        List<PayloadMinute> minutes = new ArrayList<>();
        for (Recording each : recordings.all()) {
            if (each.drain(rows, objectRows, told, again)) {
                recordings.forget(each);
            }
        }
        events.drain(single, minutes);
        List<PayloadProbeEntry> entries = new ArrayList<>();
        for (KnownProbe probe : probes()) {
            probe.objects.forgetCollected();
            if (again && probe.recording != null) {
                probe.objects.tellAgain();
            }
            if (probe.changed || again) {
                probe.changed = false;
                entries.add(probe.entry());
            }
        }
        List<PayloadPoint> points = telemetries.drain();
        return new PayloadSnapshot(entries, told, rows, objectRows, ControlObjects.drain(objects), single, minutes,
                points, scripts.drain());
    }

    /** What was dropped or healed since the JVM started, by kind. */
    public void count(Map<String, Long> counters) {
        mishaps.count(counters);
        counters.put("payload.objects.dropped", objects.changes.dropped());
    }
}
