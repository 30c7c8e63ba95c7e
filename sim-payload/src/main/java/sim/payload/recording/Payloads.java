package sim.payload.recording;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import sim.base.name.Names;
import sim.metrics.feature.Place;
import sim.model.payload.PayloadEvent;
import sim.model.snapshot.Snapshot;

/**
 * The payload probes of a runtime: which there are, which record, and what they have gathered. Application threads add payloads through
 * their payload stacks; the collector's thread drains. While nothing records, a call reads {@link #isActive} and nothing else.
 */
public final class Payloads {
    private static final int MOST_PROBES = 1_000;
    /** A telemetry whose call takes longer is switched off. */
    private static final long PATIENCE_NANOS = 5_000_000_000L;
    /** Unchanged probes, recordings and objects are sent again every this many drains. */
    private static final int TELL_AGAIN = 12;

    public final Mishaps mishaps = new Mishaps();
    public final RemoteScripts scripts;

    private final PayloadBounds bounds;
    private final Names names;
    private final PayloadMemory memory;
    private final Recordings recordings;
    private final Events events;
    private final ControlObjects.Shared objects;
    private final ProbeTelemetries telemetries;
    private final List<KnownProbe> probes = new ArrayList<>();
    private final Map<String, KnownProbe> byType = new HashMap<>();
    /** Whether a begin or an end may matter: a probe records, or a thread has a payload open. A plain load on x86. */
    private volatile boolean active;
    /** Whether a probe records. */
    private volatile boolean recording;
    /** Whether a probe is to record as soon as SIM meets it. */
    private volatile boolean awaiting;
    /** Increases when {@link #active} becomes true and when it becomes false. A stack then drops what it holds from before. */
    private volatile int generation;
    private int drains;
    /** What was taken since the last snapshot. Only the collector's thread uses it. */
    private PayloadParts parts = new PayloadParts();

    private final ClassValue<BoundProbe> bound = new ClassValue<>() {
        @Override
        protected BoundProbe computeValue(Class<?> type) {
            return bind(type);
        }
    };

    /**
     * @param wake wakes the collector
     * @param unmetered runs work on a thread of SIM's without metering it
     */
    public Payloads(PayloadBounds bounds, Names names, Runnable wake, Consumer<Runnable> unmetered) {
        this.bounds = bounds;
        this.scripts = new RemoteScripts(wake);
        this.names = names;
        this.memory = new PayloadMemory(bounds.memory());
        this.recordings = new Recordings(memory, mishaps, bounds);
        this.events = new Events(bounds, mishaps, wake);
        this.objects = new ControlObjects.Shared(bounds.objects(), bounds.text(), bounds.redaction(), mishaps);
        this.telemetries = new ProbeTelemetries(mishaps, PATIENCE_NANOS, unmetered);
    }

    /** Whether a begin or an end may matter. Read at each begin and end. */
    public boolean isActive() {
        return active;
    }

    /** Whether a probe is to record as soon as SIM meets it. */
    public boolean isAwaiting() {
        return awaiting;
    }

    /** Whether a probe records. */
    public boolean isRecording() {
        return recording;
    }

    public int generation() {
        return generation;
    }

    /** The probe of a class, made at the first use. Its {@code probe} is null past the bound on probes. May call the application. */
    public BoundProbe of(Class<?> type) {
        return bound.get(type);
    }

    /** Whether SIM has met a probe class of this name. */
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

    /** Starts to record the probes that a word names, also those that appear later. Returns how many there are now. */
    public int start(String word, boolean keepEvents) {
        int found = recordings.start(word, keepEvents, probes());
        refresh();
        return found;
    }

    /** Stops recording the probes that a word names. Returns how many stopped. */
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
     * Makes begins and ends cheap again, once nothing records and no thread has a payload open, or some have been open for long. Stacks
     * drop what they hold. Called by the collector's thread.
     *
     * @param cut payloads in progress that began in a recording, which are given up and counted
     * @return false, and nothing is changed, if a probe records
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

    /** The recording that a probe's payloads go to, null while it does not record. */
    public Recording recordingOf(BoundProbe of) {
        return of == null || of.probe == null ? null : of.probe.recording;
    }

    /** Whether its probe still records into this recording. */
    public static boolean isCurrent(Recording recording) {
        return recording.probe.recording == recording;
    }

    /** The number of a control object that a payload uses; 0 if SIM has not met the object. */
    public long knownObject(BoundProbe of, Object object) {
        return of.probe.objects.known(object);
    }

    /** The same for an object that SIM has not met. May ask the application for its name. */
    public long meetObject(BoundProbe of, Object object) {
        return of.probe.objects.meet(object, of.definition);
    }

    /** The number of an event type, -1 for none. */
    public int typeOf(BoundProbe of, Enum<?> type) {
        return of.typeOf(type, mishaps);
    }

    /** The splitting node of a text below a place. */
    public Place splitOf(BoundProbe of, Place place, String text) {
        return of.probe.splits.find(place, text);
    }

    /**
     * For a split probe, whether it splits inside its own splits. For a payload probe, whether the description, object and type of an
     * inner payload replace those of the outer one.
     */
    public static boolean isReentrant(BoundProbe of) {
        return of.definition.reentrant;
    }

    /** Whether a split is a payload too. */
    public static boolean isPayloads(BoundProbe of) {
        return of.definition.splitsPay;
    }

    /** Notes that a control object is opened. Returns its number. */
    public long open(BoundProbe of, Object object, String name) {
        return of.probe == null ? 0 : of.probe.objects.open(object, name, of.probe.recording != null);
    }

    /** Notes that a control object is closed. Returns its number; 0 if SIM has not met it. */
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
     * @param told the payload; {@code text} is not set yet. The caller owns it and uses it again
     */
    public void add(int stripe, PayloadTold told, String description, boolean keepsEvents) {
        String text = bounds.kept(description);
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

    /** Adds everything gathered since the last call. If this fails, the next call adds all of it. Called by the collector's thread. */
    public Snapshot drain(Snapshot to) {
        boolean again = ++drains % TELL_AGAIN == 0;
        for (Recording each : recordings.all()) {
            if (each.drain(parts, again)) {
                recordings.forget(each);
            }
        }
        events.drain(parts.events, parts.minutes);
        for (KnownProbe probe : probes()) {
            probe.objects.forgetCollected(probe.recording != null);
            if (probe.recording != null) {
                if (again) {
                    probe.objects.tellAgain();
                }
                probe.objects.tellUnused();
            }
            if (probe.changed || again) {
                tell(probe);
            }
        }
        telemetries.drain(parts.points);
        objects.changes.drain(parts.objects);
        scripts.drain(parts.answers);
        Snapshot whole = parts.addTo(to);
        parts = new PayloadParts(); // if this fails, nothing was handed over
        return whole;
    }

    private void tell(KnownProbe probe) {
        probe.changed = false; // before the look at it: what changes from here on is told by the next drain
        boolean told = false;
        try {
            parts.tell(probe, probe.entry());
            told = true;
        } finally {
            probe.changed |= !told;
        }
    }

    /** Adds what was dropped or healed since the JVM started, by kind. */
    public void count(Map<String, Long> counters) {
        mishaps.count(counters);
        counters.put("payload.objects.dropped", objects.changes.dropped());
    }
}
