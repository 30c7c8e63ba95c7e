package sim.export.totals;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import sim.wire.Batch;
import sim.wire.Hello;
import sim.wire.totals.ApplicationTotals;
import sim.wire.totals.EndedContexts;
import sim.wire.totals.InstanceTotals;
import sim.wire.totals.MethodTotals;

/**
 * What all applications came to since the totals began: counted as batches are stored, kept in a file in the data folder, so that
 * no restart of the server or of an application, and no retention, takes anything away. A reader that asks again and again sees
 * sums that only grow. What is read was written to the file before: a server that is killed never goes back behind what it
 * said. Any thread.
 */
public final class Totals implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Totals.class);
    private static final int ENDED_BITS = 17;
    private static final long RELIST_MILLIS = 60_000;
    /** Applications, and methods with figures of their own in each. */
    private static final int MOST_APPLICATIONS = 100;
    public static final int MOST_METHODS = 1_000;
    private static final int MOST_NAMES = 50_000;
    private static final int MOST_INSTANCES = 2_000;
    /** References of all dictionaries together: 4 bytes each. */
    private static final long MOST_PLACES = 4_000_000;

    private final TotalsFile file;
    private final Places places;
    private final LongSupplier clockMillis;
    private final int mostMethods;
    private final Map<String, ApplicationTotals> applications = new TreeMap<>();
    /** The latest seen last. */
    private final Map<String, InstanceTotals> instances = new LinkedHashMap<>(16, 0.75f, true);
    private final EndedContexts ended = new EndedContexts(ENDED_BITS);
    private long missed;
    /** When the totals began. */
    private long bornMillis;
    private long relisted;
    private boolean changed;

    /** Tells what the ids of an instance mean that was known before the server started. */
    public interface Places {
        /** Tells each place, a caller before what it calls; false if the store cannot be asked now. */
        boolean read(String instance, Consumer<Place> each);
    }

    public Totals(Path folder, Places places) {
        this(folder, places, System::currentTimeMillis, MOST_METHODS);
    }

    Totals(Path folder, Places places, LongSupplier clockMillis, int mostMethods) {
        this.file = new TotalsFile(folder);
        this.places = places;
        this.clockMillis = clockMillis;
        this.mostMethods = mostMethods;
        load();
    }

    private void load() {
        bornMillis = clockMillis.getAsLong();
        try (DataInputStream in = file.read()) {
            if (in == null) {
                return;
            }
            missed = in.readLong();
            for (int left = in.readInt(); left > 0; left--) {
                ApplicationTotals read = ApplicationTotals.read(in, mostMethods, MOST_NAMES);
                applications.put(read.name(), read);
            }
            for (int left = in.readInt(); left > 0; left--) {
                InstanceTotals read = InstanceTotals.read(in);
                instances.put(read.instance(), read);
            }
            bornMillis = in.available() < Long.BYTES ? bornMillis : in.readLong(); // a file of before has none
        } catch (IOException broken) {
            LOG.warn("the exported totals begin again: {}", broken.getMessage());
            applications.clear();
            instances.clear();
        }
    }

    /**
     * Notes what the store knows of an instance that said hello.
     *
     * @param lastSequence its last batch, 0 for none
     * @param lastNode its last place, 0 for none
     */
    public void opened(Hello hello, long lastSequence, int lastNode) {
        boolean reads;
        synchronized (this) {
            InstanceTotals of = instance(hello.instance(), hello.application());
            of.extraMeters(List.copyOf(hello.extraMeters()));
            of.startMicros(hello.startMicros());
            if (of.lastSequence() > 0 && lastSequence > of.lastSequence()) {
                missed += lastSequence - of.lastSequence(); // stored while nobody counted: the server was killed
                of.stored(lastSequence, clockMillis.getAsLong());
                changed = true;
            }
            reads = !of.isPlaced() && lastNode > 0;
            if (!of.isPlaced() && lastNode == 0) {
                of.placed();
            }
        }
        if (reads) {
            readPlaces(hello.instance());
        }
    }

    /** Without the lock: it asks the store. */
    private void readPlaces(String instance) {
        InstanceTotals of;
        synchronized (this) {
            of = instances.get(instance);
        }
        if (of == null) {
            return;
        }
        long now = clockMillis.getAsLong();
        synchronized (of) { // two connections of one instance
            if (of.isPlaced()) {
                return;
            }
            List<Place> read = new ArrayList<>();
            if (places.read(instance, read::add)) {
                synchronized (this) {
                    of.placed();
                    ApplicationTotals application = application(of.application());
                    for (Place each : read) {
                        of.placeOf(each.node(), each.parent(), each.name(), InstanceTotals.isSplit(each.owner())
                                ? null
                                : application.method(each.owner(), each.member(), now));
                    }
                }
            }
        }
    }

    /** Counts a batch that was stored. */
    public void stored(String instance, Batch batch) {
        boolean reads;
        synchronized (this) {
            InstanceTotals of = instances.get(instance);
            reads = of != null && !of.isPlaced();
        }
        if (reads) {
            readPlaces(instance);
        }
        synchronized (this) {
            InstanceTotals of = instances.get(instance);
            if (of != null) {
                count(of, application(of.application()), batch);
            }
        }
    }

    private void count(InstanceTotals of, ApplicationTotals application, Batch batch) {
        long now = clockMillis.getAsLong();
        application.count(of, batch.contents(), ended, now);
        of.stored(batch.sequence(), now);
        changed = true;
        if (now - relisted >= RELIST_MILLIS) {
            relisted = now;
            applications.values().forEach(each -> each.relist(now));
            shrink();
        }
    }

    /** The methods at places of an instance, {@code class.method}; null for one that is not known. */
    public synchronized String[] methods(String instance, int[] at) {
        InstanceTotals of = instances.get(instance);
        String[] methods = new String[at.length];
        for (int i = 0; of != null && i < at.length; i++) {
            MethodTotals method = of.at(at[i]);
            methods[i] = method == null ? null : method.owner() + "." + method.member();
        }
        return methods;
    }

    private InstanceTotals instance(String instance, String application) {
        InstanceTotals known = instances.computeIfAbsent(instance, added -> new InstanceTotals(instance, application));
        if (instances.size() > MOST_INSTANCES) {
            instances.remove(instances.keySet().iterator().next());
        }
        return known;
    }

    private ApplicationTotals application(String name) {
        String key = applications.containsKey(name) || applications.size() < MOST_APPLICATIONS
                ? name
                : ApplicationTotals.OTHER;
        return applications.computeIfAbsent(key,
                added -> new ApplicationTotals(key, mostMethods, MOST_NAMES, clockMillis.getAsLong()));
    }

    /** Dictionaries past their bound: those of the instances that said nothing for longest. */
    private void shrink() {
        long all = instances.values().stream().mapToLong(InstanceTotals::size).sum();
        for (InstanceTotals each : instances.values().stream()
                .sorted(Comparator.comparingLong(InstanceTotals::seenMillis)).toList()) {
            if (all <= MOST_PLACES) {
                return;
            }
            all -= each.size();
            each.forget();
        }
    }

    /** Reads all totals while none changes. What is read is in the file. */
    public synchronized <T> T read(Reading<T> reading) throws IOException {
        save();
        return reading.of(applications.values(), instances.values(), missed);
    }

    /** Removes what an application came to: its counters begin again. */
    public synchronized void forget(String application) {
        applications.remove(application);
        instances.values().removeIf(each -> each.application().equals(application));
        changed = true;
    }

    /** When the totals began: since then batches count that are in none of them. */
    public long bornMillis() {
        return bornMillis;
    }

    /** Writes what changed to the file; whoever made the totals calls it every few seconds. */
    public synchronized void save() throws IOException {
        if (!changed) {
            return;
        }
        file.write(out -> {
            out.writeLong(missed);
            out.writeInt(applications.size());
            for (ApplicationTotals each : applications.values()) {
                each.write(out);
            }
            out.writeInt(instances.size());
            for (InstanceTotals each : instances.values()) {
                each.write(out);
            }
            out.writeLong(bornMillis);
        });
        changed = false;
    }

    @Override
    public void close() {
        try {
            save();
        } catch (IOException failure) {
            LOG.warn("the exported totals cannot be kept: {}", failure.getMessage());
        }
    }

    /** Reads totals; it may keep none of them. */
    public interface Reading<T> {
        /** @param missed batches that were stored and are in no total, because the server was killed before they were kept */
        T of(Collection<ApplicationTotals> applications, Collection<InstanceTotals> instances, long missed);
    }
}
