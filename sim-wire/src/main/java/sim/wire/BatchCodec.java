package sim.wire;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Writes and reads a batch as parts: a header, then its sections. Each section has its number and its length, so that a reader can skip
 * it.
 */
final class BatchCodec {
    private BatchCodec() {}

    static void write(Batch batch, Parts out) {
        out.add(batch.sequence());
        out.add(batch.fromMicros());
        out.add(batch.toMicros() - batch.fromMicros());
        out.add(batch.contents().sections().size());
        for (int number = 0; number < Sections.ALL.size(); number++) {
            Section<?> section = Sections.ALL.get(number);
            if (batch.contents().sections().contains(section)) {
                out.add(number);
                write(section, batch, out);
            }
        }
        out.add(batch.sentMicros());
    }

    private static <E> void write(Section<E> section, Batch batch, Parts out) {
        Parts bytes = out.part();
        section.write(batch.contents().of(section), batch.fromMicros(), bytes);
        out.add(bytes.integers());
    }

    static Batch read(Parts in, Dialect dialect) throws WireException {
        long sequence = in.next();
        long from = in.next();
        long to = from + in.next();
        Contents contents = Contents.NONE;
        Set<Long> seen = new HashSet<>();
        List<String> skipped = new ArrayList<>();
        for (int left = in.nextCount(); left > 0; left--) {
            long number = in.next();
            Section<?> section = dialect.section(number);
            if (!seen.add(number)) {
                throw new WireException("a batch has the section " + number + " twice");
            }
            Parts bytes = in.nextPart();
            if (section == null) {
                skipped.add(dialect.sectionName(number));
            } else {
                contents = read(section, bytes, from, dialect, contents);
            }
        }
        long sent = in.hasMore() ? in.next() : 0; // a batch may grow at its end: a peer that knows less stops before
        return new Batch(sequence, from, to, contents, skipped, sent);
    }

    private static <E> Contents read(Section<E> section, Parts in, long from, Dialect dialect, Contents contents)
            throws WireException {
        return contents.with(section, section.read(in, from, dialect.meters()));
    }
}
