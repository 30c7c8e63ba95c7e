package sim.collector;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import sim.model.snapshot.ContextRecord;
import sim.wire.Contents;
import sim.wire.Counter;
import sim.wire.Section;
import sim.wire.Sections;
import sim.wire.Wire;

/**
 * What a program that ends has not shipped yet. Each parcel of the last shipment tells what comes behind it, so that the server knows what
 * is missing if the connection ends first. Without lambdas: linked as a program ends, they would ask its SecurityManager. The spool's lock guards it.
 */
final class Left {
    /** Single calls and events are also in sums; the sums are counted by what is added up in them. */
    private static final List<Section<?>> COUNTED = List.of(Sections.ROWS, Sections.INVOCATIONS, Sections.CONTEXTS,
            Sections.EVENTS, Sections.PAYLOAD_ROWS, Sections.PAYLOAD_EVENTS);

    private boolean told;

    /**
     * A parcel, with what comes behind it beside the counters; the parcel itself if nothing does, and nothing did before. The last one of all says the
     * end: nobody may be there any more to say it once more when this one is stored.
     */
    Parcel told(Parcel parcel, Iterable<Parcel> all, boolean isLast, List<Counter> counters) {
        Map<String, Long> behind = of(all, parcel);
        if (behind.isEmpty() && !told) {
            return parcel;
        }
        told = true;
        List<Counter> telling = new ArrayList<>(counters);
        for (Iterator<Counter> each = telling.iterator(); !isLast && each.hasNext();) {
            if (each.next().kind().equals(Wire.ENDED)) {
                each.remove();
            }
        }
        for (Map.Entry<String, Long> each : behind.entrySet()) {
            telling.add(new Counter(Wire.LEFT + each.getKey(), each.getValue()));
        }
        return new Parcel(parcel.fromMicros, parcel.toMicros, parcel.contents.with(Sections.COUNTERS, telling));
    }

    /** A parcel that tells what is left before any of it leaves. */
    static Parcel announcing(Parcel first) {
        return new Parcel(first.fromMicros, first.fromMicros, Contents.NONE);
    }

    /** In words, for people: such as {@code 120 calls, 3 contexts}. */
    static String line(Iterable<Parcel> all) {
        return words(of(all, null));
    }

    /** The same of drop counters. */
    static String line(Map<String, Long> dropped) {
        Map<String, Long> gone = new LinkedHashMap<>();
        for (Section<?> section : COUNTED) {
            long amount = dropped.getOrDefault(section.dropCounter(), 0L);
            if (amount > 0) {
                gone.put(kind(section), amount);
            }
        }
        return words(gone);
    }

    private static String words(Map<String, Long> amounts) {
        StringBuilder line = new StringBuilder();
        for (Map.Entry<String, Long> each : amounts.entrySet()) {
            line.append(line.length() == 0 ? "" : ", ").append(each.getValue()).append(' ')
                    .append(each.getKey().replace('.', ' '));
        }
        return line.toString();
    }

    private static Map<String, Long> of(Iterable<Parcel> all, Parcel without) {
        Map<String, Long> left = new LinkedHashMap<>();
        for (Section<?> section : COUNTED) {
            long amount = 0;
            for (Parcel parcel : all) {
                amount += parcel == without ? 0 : amount(section, parcel.contents);
            }
            if (amount != 0) {
                left.put(kind(section), amount);
            }
        }
        return left;
    }

    /** What is counted, as its drop counter calls it. */
    private static String kind(Section<?> section) {
        String counter = section.dropCounter();
        return counter.substring("spool.".length(), counter.length() - ".dropped".length());
    }

    /** A context that is told twice is one; a broken element is one as well. */
    private static <E> long amount(Section<E> section, Contents contents) {
        List<E> elements = contents.of(section);
        try {
            return section == Sections.CONTEXTS ? ids(elements) : section.amount(elements);
        } catch (RuntimeException | Error broken) {
            return elements.size();
        }
    }

    private static long ids(List<?> contexts) {
        Set<Long> ids = new HashSet<>();
        for (Object each : contexts) {
            ids.add(((ContextRecord) each).id());
        }
        return ids.size();
    }
}
