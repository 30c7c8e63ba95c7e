package sim.export.totals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import sim.wire.Batch;
import sim.wire.Hello;
import sim.wire.totals.ApplicationTotals;
import sim.wire.totals.InstanceTotals;
import sim.wire.totals.MethodTotals;
import sim.wire.totals.SeriesBounds;

/**
 * What all applications came to since the totals began: counted as batches are stored, kept in a file in the data folder, so that
 * no restart of the server or of an application, and no retention, takes anything away. A reader that asks again and again sees
 * sums that only grow. What is read was written to the file before: a server that is killed never goes back behind what it
 * said, and while the file cannot be written, sums stand still. Whoever counts waits for the copy of its own application alone, never for
 * the file or a reader. Any thread.
 */
public final class Totals implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Totals.class);
    private static final long RELIST_MILLIS = 60_000;
    private static final int MOST_APPLICATIONS = 100;
    /** Methods with figures of their own: of one application, of these for it alone, and what all share. */
    private static final int MOST_METHODS = 1_000;
    private static final int OWN_METHODS = 20;
    private static final int SHARED_METHODS = 2_000;
    private static final int MOST_NAMES = 50_000;
    /** As many as may be connected. As many again that were given up for others are remembered. */
    public static final int MOST_INSTANCES = 4_000;
    /** References of all dictionaries together: 4 bytes each. */
    private static final long MOST_PLACES = 4_000_000;
    /** One part in so many of the heap is for what all instances have beside their dictionaries, and as much for the names of all methods. */
    private static final int HEAP_PART = 8;
    /** Bytes of a method's name and what stands beside it, about. */
    private static final int HEAP_A_NAME = 300;
    /** Who ships says something each 5 s, or after its interval. */
    private static final long SILENT_MILLIS = 10 * 60_000;

    private final TotalsFile file;
    private final Places places;
    private final BooleanSupplier isOurs;
    private final LongSupplier clockMillis;
    private final SeriesBounds bounds;
    private final int mostInstances;
    private final long mostBytes;
    /** What instances have beside their dictionaries. */
    private final AtomicLong bytes = new AtomicLong();
    /** Guarded by this object, as the next two are. */
    private final Map<String, CountedApplication> applications = new TreeMap<>();
    /** The latest seen last. What is in them is guarded by their application. */
    private final Map<String, Counted> instances = new LinkedHashMap<>(16, 0.75f, true);
    /** The one that was given up first is first. */
    private final Map<String, GoneInstance> gone = new LinkedHashMap<>();
    private final AtomicLong folded = new AtomicLong();
    private final AtomicLong forgotten = new AtomicLong();
    private final AtomicLong leftOut = new AtomicLong();
    private final AtomicLong fileFailures = new AtomicLong();
    /** When the totals began. */
    private final long bornMillis;
    private volatile boolean changed;
    /** Guarded by the file, as the next is. */
    private ReadTotals latest;
    private long relisted;

    /** An instance and what it counts in, for as long as both are here: its places are methods of that application. */
    private record Counted(InstanceTotals of, CountedApplication in) {}

    /** What the ids of an instance mean, as of a moment. */
    private record Dictionary(CountedApplication application, InstanceTotals of, long size, long seenMillis) {}

    /** Tells what the ids of an instance mean that was known before the server started. */
    public interface Places {
        /** Tells each place, a caller before what it calls; false if the store cannot be asked now. */
        boolean read(String instance, Consumer<Place> each);
    }

    public Totals(Path folder, Places places) {
        this(folder, places, () -> true);
    }

    /** @param isOurs whether the folder has the store still that is counted; beside another one nothing is written */
    public Totals(Path folder, Places places, BooleanSupplier isOurs) {
        this(folder, places, isOurs, System::currentTimeMillis,
                SeriesBounds.ofAll(MOST_METHODS, OWN_METHODS, SHARED_METHODS, (int) Math.min(Integer.MAX_VALUE,
                        Runtime.getRuntime().maxMemory() / HEAP_PART / HEAP_A_NAME)),
                MOST_INSTANCES, Runtime.getRuntime().maxMemory() / HEAP_PART);
    }

    Totals(Path folder, Places places, LongSupplier clockMillis, SeriesBounds bounds, int mostInstances,
            long mostBytes) {
        this(folder, places, () -> true, clockMillis, bounds, mostInstances, mostBytes);
    }

    private Totals(Path folder, Places places, BooleanSupplier isOurs, LongSupplier clockMillis, SeriesBounds bounds,
            int mostInstances, long mostBytes) {
        this.file = new TotalsFile(folder);
        this.isOurs = isOurs;
        this.places = places;
        this.clockMillis = clockMillis;
        this.bounds = bounds;
        this.mostInstances = mostInstances;
        this.mostBytes = mostBytes;
        this.relisted = clockMillis.getAsLong();
        ReadTotals read = load();
        this.bornMillis = read == null ? clockMillis.getAsLong() : read.bornMillis();
        this.latest = copy();
        this.changed = read == null;
        if (read == null) {
            keep(); // so that a server that is killed at once knows since when it counts
        }
    }

    /** What is in the file, or null where nothing is that can be read. */
    private ReadTotals load() {
        try {
            TotalsFile.Kept kept = file.read();
            if (kept == null) {
                return null;
            }
            ReadTotals read = ReadTotals.read(kept, bounds, MOST_NAMES);
            for (int i = 0; i < read.applications().size(); i++) {
                ApplicationTotals each = read.applications().get(i);
                applications.put(each.name(), new CountedApplication(each, read.missed().get(i)));
            }
            read.instances().forEach(this::add);
            gone.putAll(read.gone());
            return read;
        } catch (IOException | RuntimeException broken) {
            LOG.warn("the exported totals cannot be read, so all counters of /metrics and of --otlp begin again; their "
                    + "file is {} now: {}", file.aside(), String.valueOf(broken.getMessage()));
            setAside();
            return null;
        }
    }

    private void setAside() {
        try {
            file.setAside();
        } catch (IOException failure) {
            LOG.warn("and it cannot be moved there: {}", String.valueOf(failure.getMessage()));
        }
    }

    private void keep() {
        try {
            save();
        } catch (IOException failure) {
            LOG.warn("the exported totals cannot be kept: {}", failure.getMessage());
        }
    }

    /**
     * Notes what the store knows of an instance that said hello.
     *
     * @param lastSequence its last batch, 0 for none
     * @param lastNode its last place, 0 for none
     */
    public void opened(Hello hello, long lastSequence, int lastNode) {
        Counted counted;
        synchronized (this) {
            counted = instance(hello.instance(), hello.application());
        }
        InstanceTotals of = counted.of();
        CountedApplication application = counted.in();
        synchronized (application) {
            of.extraMeters(List.copyOf(hello.extraMeters()));
            of.startMicros(hello.startMicros());
            if (application.opened(of, lastSequence, lastNode, bornMillis, clockMillis.getAsLong())) {
                changed = true;
            }
        }
        if (!application.isPlaced(of)) {
            readPlaces(application, of);
        }
        grown(application, of);
    }

    /** Keeps the bound of what instances have. Without the application's lock. */
    private void grown(CountedApplication application, InstanceTotals of) {
        if (bytes.addAndGet(application.grown(of)) > mostBytes) {
            giveUpSome();
        }
    }

    /** Without the application's lock: it asks the store. */
    private void readPlaces(CountedApplication application, InstanceTotals of) {
        synchronized (of) { // two connections of one instance
            List<Place> read = new ArrayList<>();
            if (!application.isPlaced(of) && places.read(of.instance(), read::add)) {
                application.placed(of, read, clockMillis.getAsLong());
            }
        }
    }

    /** Counts a batch that was stored. */
    public void stored(String instance, Batch batch) {
        Counted counted;
        synchronized (this) {
            counted = instances.get(instance);
        }
        if (counted == null) { // given up for another one, or just forgotten: it counts from its next hello
            leftOut();
            return;
        }
        InstanceTotals of = counted.of();
        CountedApplication application = counted.in();
        if (!application.isPlaced(of)) {
            readPlaces(application, of);
        }
        if (!application.count(of, batch, clockMillis.getAsLong())) {
            stored(instance, batch); // just now it was given up, or its application forgotten: it counts in none, or in another one
            return;
        }
        if (!application.name().equals(of.application())) {
            folded.incrementAndGet();
        }
        changed = true;
        grown(application, of);
    }

    /**
     * Those that say nothing any more are given up first, then those that have most, until there is room: an instance that is forged to be large takes
     * nobody else's.
     */
    private synchronized void giveUpSome() {
        long silent = clockMillis.getAsLong() - SILENT_MILLIS;
        List<Counted> some = new ArrayList<>(instances.values());
        some.sort(Comparator.comparing((Counted each) -> each.of().seenMillis() > silent)
                .thenComparing(Comparator.comparingLong((Counted each) -> each.of().weighed()).reversed()));
        for (Counted each : some) {
            if (bytes.get() <= mostBytes) {
                return;
            }
            giveUp(each);
        }
    }

    /** Removes what an application came to from the file of a server that is down; the file is only written if there is something in it. */
    public static void forget(Path folder, String application) throws IOException {
        Totals totals = new Totals(folder, (instance, each) -> false);
        if (!totals.applications.isEmpty()) {
            totals.forget(application);
            totals.save();
        }
    }

    /** The methods at places of an instance, {@code class.method}; null for one that is not known. */
    public String[] methods(String instance, int[] at) {
        String[] methods = new String[at.length];
        Counted counted;
        synchronized (this) {
            counted = instances.get(instance);
        }
        if (counted == null) {
            return methods;
        }
        synchronized (counted.in()) {
            for (int i = 0; i < at.length; i++) {
                MethodTotals method = counted.of().at(at[i]);
                methods[i] = method == null ? null : method.name();
            }
        }
        return methods;
    }

    private Counted instance(String instance, String application) {
        Counted known = instances.get(instance);
        if (known == null) {
            InstanceTotals of = new InstanceTotals(instance, application);
            GoneInstance before = gone.remove(instance);
            if (before != null) {
                of.back(before.counted());
            }
            known = add(of);
        }
        if (instances.size() > mostInstances) {
            giveUp(instances.values().iterator().next());
        }
        return known;
    }

    private void giveUp(Counted given) {
        InstanceTotals of = given.of();
        instances.remove(of.instance());
        gone.put(of.instance(), new GoneInstance(of.application(), given.in().giveUp(of)));
        bytes.addAndGet(-of.weighed());
        if (gone.size() > mostInstances) {
            gone.remove(gone.keySet().iterator().next());
        }
        forgotten.incrementAndGet();
    }

    /** Something that was stored is in no sum, or in no span. */
    public void leftOut() {
        leftOut.incrementAndGet();
    }

    /** The time by which it counts. */
    public long nowMillis() {
        return clockMillis.getAsLong();
    }

    private Counted add(InstanceTotals of) {
        Counted counted = new Counted(of, application(of.application()));
        instances.put(of.instance(), counted);
        bytes.addAndGet(counted.in().grown(of));
        return counted;
    }

    private CountedApplication application(String name) {
        boolean hasRoom = applications.containsKey(name) || applications.size() < MOST_APPLICATIONS;
        return applications.computeIfAbsent(hasRoom ? name : ApplicationTotals.OTHER,
                key -> new CountedApplication(
                        new ApplicationTotals(key, bounds, MOST_NAMES, clockMillis.getAsLong()), 0));
    }

    /** Each minute: methods that explain much take the place of those that no longer do, whichever application they are of. */
    private void relist(long now) {
        List<CountedApplication> all;
        synchronized (this) {
            all = List.copyOf(applications.values());
        }
        List<long[]> claims = new ArrayList<>();
        for (CountedApplication each : all) {
            claims.add(each.claims());
        }
        SeriesBounds.Sort methods = SeriesBounds.Sort.METHODS;
        int[] quotas = Shares.of(claims, bounds.own(methods), bounds.shared(methods));
        for (int i = 0; i < quotas.length; i++) {
            all.get(i).leave(quotas[i]);
        }
        for (int i = 0; i < quotas.length; i++) {
            all.get(i).enter(quotas[i], now);
        }
        shrink();
    }

    /** Dictionaries past their bound: those of the instances that said nothing for longest. */
    private void shrink() {
        List<Dictionary> all = new ArrayList<>();
        for (Map.Entry<CountedApplication, List<InstanceTotals>> each : byApplication().entrySet()) {
            synchronized (each.getKey()) {
                each.getValue().forEach(of -> all.add(new Dictionary(each.getKey(), of, of.size(), of.seenMillis())));
            }
        }
        all.sort(Comparator.comparingLong(Dictionary::seenMillis));
        long left = all.stream().mapToLong(Dictionary::size).sum();
        for (Dictionary each : all) {
            if (left <= MOST_PLACES) {
                return;
            }
            left -= each.size();
            each.application().forgetPlaces(each.of());
        }
    }

    private synchronized Map<CountedApplication, List<InstanceTotals>> byApplication() {
        Map<CountedApplication, List<InstanceTotals>> all = new LinkedHashMap<>();
        applications.values().forEach(each -> all.put(each, new ArrayList<>()));
        instances.values().forEach(each -> all.get(each.in()).add(each.of()));
        return all;
    }

    /** Reads a copy of all totals. What is read is in the file: where that cannot be written, it is what was written last. */
    public <T> T read(Reading<T> reading) {
        ReadTotals copy = kept();
        return reading.of(copy.applications(), copy.instancesByName(),
                copy.missed().stream().mapToLong(Long::longValue).sum());
    }

    /** Removes what an application came to: its counters begin again. */
    public void forget(String application) {
        synchronized (file) { // nothing that has it is being written
            latest = latest.without(application);
            try {
                file.removeAside();
            } catch (IOException failure) {
                LOG.warn("{} may have sums of {} and cannot be removed: {}", file.aside(), application,
                        failure.getMessage());
            }
            end(application);
            changed = true;
        }
    }

    private synchronized void end(String application) {
        CountedApplication ended = applications.remove(application);
        List<Counted> its = instances.values().stream().filter(each -> each.of().application().equals(application))
                .toList();
        its.forEach(each -> {
            instances.remove(each.of().instance());
            each.in().giveUp(each.of());
            bytes.addAndGet(-each.of().weighed());
        });
        gone.values().removeIf(each -> each.application().equals(application));
        if (ended != null) {
            List<InstanceTotals> others = instances.values().stream().filter(each -> each.in() == ended)
                    .map(Counted::of).toList(); // of applications that had no room
            ended.end(others);
            others.forEach(this::add);
        }
    }

    /** When the totals began: since then batches count that are in none of them. */
    public long bornMillis() {
        return bornMillis;
    }

    /** How many more names can have series of those that all applications share, and what was past other bounds since the server started. */
    public Map<String, Object> figures() {
        Map<String, Object> figures = new LinkedHashMap<>();
        for (SeriesBounds.Sort sort : SeriesBounds.Sort.values()) {
            figures.put(sort.label() + "Free", bounds.free(sort));
        }
        figures.put("foldedApplications", folded.get());
        figures.put("forgottenInstances", forgotten.get());
        figures.put("leftOut", leftOut.get());
        figures.put("fileFailures", fileFailures.get());
        return figures;
    }

    /** Writes what changed to the file, and lists methods anew; whoever made the totals calls it every few seconds. */
    public void save() throws IOException {
        synchronized (file) {
            long now = clockMillis.getAsLong();
            if (now - relisted >= RELIST_MILLIS) {
                relisted = now;
                relist(now);
                changed = true;
            }
            if (changed) {
                changed = false;
                try {
                    if (!isOurs.getAsBoolean()) {
                        throw new IOException(
                                "their store was removed or replaced, and what is in its place is left as it is");
                    }
                    ReadTotals copy = copy();
                    file.write(copy::write);
                    latest = copy;
                } catch (IOException | RuntimeException | Error failure) {
                    changed = true;
                    fileFailures.incrementAndGet();
                    throw failure;
                }
            }
        }
    }

    private ReadTotals kept() {
        synchronized (file) {
            try {
                save();
            } catch (IOException counted) {
                // whoever saves every few seconds says it
            }
            return latest;
        }
    }

    private ReadTotals copy() {
        ReadTotals copy = new ReadTotals(bornMillis);
        synchronized (this) {
            copy.gone().putAll(gone);
        }
        byApplication().forEach((application, its) -> application.copyInto(copy, its));
        return copy;
    }

    @Override
    public void close() {
        keep();
    }

    /** Reads totals; nobody changes them. */
    public interface Reading<T> {
        /** @param missed batches that were stored and are in no total, because the server was killed before they were kept */
        T of(Collection<ApplicationTotals> applications, Collection<InstanceTotals> instances, long missed);
    }
}
