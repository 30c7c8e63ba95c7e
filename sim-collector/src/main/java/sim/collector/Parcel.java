package sim.collector;

import java.util.List;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.wire.Batch;
import sim.wire.Contents;
import sim.wire.Sections;

/**
 * The result of one drain, or a part of it, on its way to the server. It gets its sequence when it is first sent, and does not
 * change from then on.
 */
final class Parcel {
    final long fromMicros;
    final long toMicros;
    final Contents contents;
    /** Heap bytes, measured once. */
    final long bytes;
    /** 0 until it is first sent; the spool's lock guards it. */
    long sequence;
    /** How often the server refused it because of its content. Only the shipper's thread uses it. */
    int refusals;

    Parcel(long fromMicros, long toMicros, Contents contents) {
        this.fromMicros = fromMicros;
        this.toMicros = Math.max(fromMicros, toMicros); // the clock may have been set back meanwhile
        this.contents = contents;
        this.bytes = 256 + contents.bytes();
    }

    /** The batch: this parcel with the dictionary entries that it needs. */
    Batch batch(List<NameEntry> names, List<NodeEntry> nodes) {
        return new Batch(sequence, fromMicros, toMicros,
                contents.with(Sections.NAMES, names).with(Sections.NODES, nodes));
    }

    /** The two halves of this parcel, the earlier one first; none if it holds a single element. */
    List<Parcel> halves() {
        return contents.halves().stream().map(half -> new Parcel(fromMicros, toMicros, half)).toList();
    }
}
