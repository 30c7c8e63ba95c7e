package sim.payload.runtime;

import sim.payload.recording.BoundProbe;
import sim.payload.recording.KnownProbe;
import sim.payload.recording.Recording;

/**
 * A payload or a split in progress, on its thread's {@link OpenStack}. The object is reused. A payload that is never ended stays
 * there, so this holds no class and no object of the application. The exception are reentrant probes, whose payloads SIM itself begins
 * and ends.
 */
final class OpenPayload {
    /** Null where it was given up below others that go on. */
    KnownProbe probe;
    /** Of the thread's payloads, or of its splits, from 1 on: growing inwards. */
    long number;
    /** Whether its probe keeps single events. */
    boolean events;
    /** For a split: whether it is a payload too. */
    boolean payloads;
    /** The recording that takes it. Null if its probe does not record, or it is inside another payload of the probe. */
    Recording recording;
    long tick;
    /** The metered call in which it began: its depth and its serial. */
    int callDepth;
    long callSerial;
    int node;
    int type;
    long object;
    /** The identity hash of the application's object that {@link #object} is the number of; it tells it from another one that the end names. */
    int objectHash;
    /** A control object that SIM has not met. SIM meets it at the end, unless an inner payload has replaced it. Null for none. */
    Object unmet;
    /** The probe that knows the name of the object; null if the probe is not reentrant. */
    BoundProbe by;
    long context;
    /** The position of the payload that this one replaces when it ends; -1 for none. */
    int replaces;
    /** Begins of the same probe while it was open, which were not recorded. */
    int inside;
    /** For a split: the serial of its frame, 0 if it splits nothing. */
    long frame;
    /** For a split: the text by which it splits. For a payload: the description that an inner payload has left, or null. */
    String text;

    void forget() {
        probe = null;
        recording = null;
        text = null;
        unmet = null;
        by = null;
    }
}
