package sim.agent.cache;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import java.util.function.Predicate;

/**
 * The weaving results of classes of loaders that see the same files: those of earlier starts in packs, those of this start until they are
 * written. Used on the threads that load classes, and on the one that writes.
 */
public final class View {
    /** The most packs of a view. If there are more, the thread that writes merges them into one. */
    private static final int PACKS = 4;
    /** The key of the classes that the weaver made for all classes: the aspects of the configuration. */
    private static final Pack.Key AHEAD = new Pack.Key(0, -1);

    private final WeaveCache cache;
    private final long key;
    /** Null for what does not depend on a loader. */
    private final Sight sight;
    private final boolean isOfTypes;
    private volatile List<Pack> packs;
    private Map<Pack.Key, WeavingResult> fresh = new LinkedHashMap<>();
    private final Map<String, byte[]> ahead = new LinkedHashMap<>();
    private boolean damaged;
    private boolean closed;
    /** Whether the weaver has made different classes of one name, for loaders of the same configuration. */
    private boolean isAheadUnclear;

    /** @param isOfTypes whether each result says on which other types it depends, because nothing is known of the loader's files */
    View(WeaveCache cache, long key, Sight sight, boolean isOfTypes) {
        this.isOfTypes = isOfTypes;
        this.cache = cache;
        this.key = key;
        this.sight = sight;
        this.packs = cache.folder().packs(key, cache::foundDamage);
    }

    /** Whether each result has to be asked for the types on which it depends. */
    public boolean isOfTypes() {
        return isOfTypes;
    }

    /** Whether a loader that had this view looks nowhere else by now. */
    boolean isOf(ClassLoader loader) {
        return sight.isOf(loader);
    }

    /** The result of an earlier start for a class; null if there is none. Never throws. */
    WeavingResult find(byte[] bytes) {
        return find(bytes, 0, null);
    }

    /**
     * The same, where several starts may have kept different ones: the first that holds.
     *
     * @param above stands for types above the class that are not as in their files; 0 for none
     */
    public WeavingResult find(byte[] bytes, long above, Predicate<WeavingResult> holds) {
        return packs.isEmpty() ? null : find(Pack.Key.of(bytes, above), holds);
    }

    /** Whether the folders of a type's package are as they were when this view's loaders were first looked at, and no jar has come. */
    public boolean isAsSeen(String type) {
        return sight == null || sight.isAsSeen(type);
    }

    /** The same of the packages of all these types. */
    public boolean areAsSeen(Collection<String> types) {
        return sight == null || types.stream().allMatch(sight::isAsSeen);
    }

    /** Identifies a class as this loader and this configuration have it woven. */
    public long stamp(byte[] bytes) {
        return new Fingerprint().add(key).add(Fingerprint.of(bytes)).value();
    }

    private WeavingResult find(Pack.Key wanted, Predicate<WeavingResult> holds) {
        for (Pack each : packs) {
            try {
                WeavingResult found = each.find(wanted);
                if (found != null && (holds == null || holds.test(found))) {
                    return found;
                }
            } catch (Pack.Damaged broken) {
                cache.foundDamage();
                synchronized (this) {
                    damaged = true;
                }
            } catch (IOException unreadable) {
                // the class is woven again
            }
        }
        return null;
    }

    /** The classes that the weaver made for all classes of such a loader; null if they are not known. */
    public List<WeavingResult.Made> ahead() {
        WeavingResult found = find(AHEAD, null);
        return found == null ? null : found.made();
    }

    /**
     * Notes a class that the weaver has made for all classes. Loaders of which no files are known share a view if they have the same configuration, and
     * may have other aspects of the same name: then nothing more is kept that needs these classes.
     */
    public void ahead(String name, byte[] bytes) {
        List<WeavingResult.Made> known = isOfTypes ? ahead() : null;
        boolean isAnother = known != null
                && known.stream().anyMatch(each -> each.name().equals(name) && !Arrays.equals(each.bytes(), bytes));
        synchronized (this) {
            byte[] before = ahead.putIfAbsent(name, bytes);
            if (isOfTypes && (isAnother || before != null && !Arrays.equals(before, bytes))) {
                isAheadUnclear = true;
                fresh.values().removeIf(WeavingResult::isOfTheWeaver);
            }
        }
    }

    /** Whether that is such a class, by its internal name. */
    public synchronized boolean isMade(String type) {
        return ahead.containsKey(type) || ahead.containsKey(type.replace('/', '.'));
    }

    /** Keeps the result for a class. */
    void keep(byte[] bytes, WeavingResult result) {
        keep(bytes, 0, result);
    }

    /** The same, under what {@link #find(byte[], long, Predicate)} is asked for. */
    public void keep(byte[] bytes, long above, WeavingResult result) {
        Pack.Key of = Pack.Key.of(bytes, above);
        long size = result.code() == null ? 64 : result.code().length;
        synchronized (this) {
            if (closed || isAheadUnclear && result.isOfTheWeaver() || fresh.containsKey(of) || !cache.hasRoom(size)) {
                return;
            }
            fresh.put(of, result);
        }
        cache.waits(this, size);
    }

    /** Makes this view keep nothing, because the weaver has something to report at each start. */
    public synchronized void refuse() {
        closed = true;
        fresh.clear();
    }

    /** Whether another JVM, which was started at the same time, has written all of these. Its packs then serve this one too. */
    private boolean isThere(Map<Pack.Key, WeavingResult> results) throws IOException {
        List<Pack> known = packs;
        List<Pack> others = new ArrayList<>();
        for (Pack each : cache.folder().packs(key, cache::foundDamage)) {
            if (known.stream().anyMatch(pack -> pack.file().equals(each.file()))) {
                each.close();
            } else {
                others.add(each);
            }
        }
        boolean isThere = !others.isEmpty()
                && results.entrySet().stream().allMatch(each -> isIn(others, each.getKey(), each.getValue()));
        if (isThere) {
            synchronized (this) {
                List<Pack> now = new ArrayList<>(known);
                now.addAll(others);
                packs = List.copyOf(now);
            }
        } else {
            for (Pack each : others) {
                each.close();
            }
        }
        return isThere;
    }

    private static boolean isIn(List<Pack> packs, Pack.Key wanted, WeavingResult result) {
        for (Pack each : packs) {
            try {
                WeavingResult found = each.find(wanted);
                if (found != null && (found.isOfTheWeaver() || !result.isOfTheWeaver())) {
                    return true;
                }
            } catch (IOException unreadable) {
                // then it is written again
            }
        }
        return false;
    }

    /** Writes what is new. Called on the thread that writes, or when the JVM ends. */
    void write(LongConsumer written) throws IOException {
        Map<Pack.Key, WeavingResult> taken;
        List<WeavingResult.Made> made = new ArrayList<>();
        boolean anew;
        synchronized (this) {
            taken = fresh;
            fresh = new LinkedHashMap<>();
            anew = damaged || packs.size() >= PACKS;
            ahead.forEach((name, bytes) -> made.add(new WeavingResult.Made(name, bytes)));
        }
        if (taken.isEmpty() || sight != null && !sight.holds()) {
            return;
        }
        if (!anew && isThere(taken)) {
            return;
        }
        SortedMap<Pack.Key, WeavingResult> all = new TreeMap<>(taken);
        if (taken.values().stream().anyMatch(WeavingResult::isOfTheWeaver)) {
            all.put(AHEAD, WeavingResult.UNCHANGED.with(made, List.of())); // otherwise the weaver may not have been asked
        }
        List<Pack> old = packs;
        if (anew) {
            for (Pack each : old) {
                each.forEach(all::putIfAbsent);
            }
        }
        File file = cache.folder().fresh(key);
        Pack.write(file, Folder.unfinished(file), key, all);
        written.accept(file.length());
        Pack opened = Pack.open(file, key);
        synchronized (this) {
            List<Pack> now = new ArrayList<>(anew ? List.of() : old);
            now.add(opened);
            packs = List.copyOf(now);
            damaged &= !anew;
        }
        if (anew) {
            for (Pack each : old) {
                each.close(); // a thread that is reading it weaves that class; Windows deletes no file that is open
                each.file().delete();
            }
        }
    }
}
