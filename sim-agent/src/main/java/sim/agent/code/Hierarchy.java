package sim.agent.code;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import sim.agent.cache.Fingerprint;
import sim.agent.identity.WeakIdentityMap;

/**
 * Which class extends which, as a class loader sees it. Reads the class files that the loader offers as resources, and never loads a class
 * of the application. Asked while classes are loaded, on their threads. Each loader has one, which lives as long as the loader. All names
 * are internal names.
 */
public final class Hierarchy {
    private static final long SPREAD = 0x9E3779B97F4A7C15L;
    /** The most types above each other. */
    private static final int DEEPEST = 500;
    private static final String CLASS = ".class";
    static final String OBJECT = "java/lang/Object";
    private static final int UTF8 = 1;
    /**
     * How the types begin that mark a class for an aspect: SIM's annotations, and those of the aspects for which Spring's own configuration
     * makes a weaver look when spring-aspects is on the class path.
     */
    private static final List<byte[]> MARKS = Stream.of("Lsim/",
            "Lorg/springframework/transaction/annotation/Transactional;",
            "Lorg/springframework/scheduling/annotation/Async;", "Lorg/springframework/cache/annotation/",
            "Lorg/springframework/beans/factory/annotation/Configurable;", "Ljakarta/transaction/Transactional;",
            "Ljavax/transaction/Transactional;",
            "Ljavax/cache/annotation/").map(mark -> mark.getBytes(StandardCharsets.US_ASCII)).toList();
    /** The most types remembered for a loader. Past that, all are forgotten and read again. */
    private static final int REMEMBERED = 50_000;
    private static final Entry UNKNOWN = new Entry(null, false, new String[0], false, true, 0);
    private static final WeakIdentityMap<ClassLoader, Hierarchy> OF_LOADERS = new WeakIdentityMap<>();

    /** Finds a loaded class by its binary name, because generated classes are not resources. */
    private static volatile BiFunction<ClassLoader, String, Class<?>> loaded = (loader, name) -> null;
    /** Told when such a class was used for an answer, because it may be different in another run. */
    private static volatile Runnable answered = () -> {};

    /** The types that were asked for on a thread while it has a class woven. */
    private static final ThreadLocal<Set<String>> ASKED = new ThreadLocal<>();

    private final WeakReference<ClassLoader> loader;
    private final Map<String, Entry> types = new ConcurrentHashMap<>();
    /** How often something else was found of a type than was known of it. */
    private final AtomicInteger changes = new AtomicInteger();

    /** What a type's class file says of it. */
    private static final class Entry {
        private final String parent;
        private final boolean isInterface;
        private final String[] interfaces;
        private final boolean isGenerated;
        private final boolean isMarked;
        /** Identifies the bytes of its class file; 0 if there is none. */
        private final long file;
        /** Whether it was read from a file of the loader's. If not, it may have one all the same: it was seen while it was loaded. */
        private boolean isOfFile;
        /** What {@link #above} has told; null for nothing. */
        private Above above;
        /** The last two questions that nothing of the type or above it answered. */
        private Asked last;
        private Asked before;

        Entry(String parent, boolean isInterface, String[] interfaces, boolean isGenerated, boolean isMarked,
                long file) {
            this.file = file;
            this.parent = parent;
            this.isInterface = isInterface;
            this.interfaces = interfaces;
            this.isGenerated = isGenerated;
            this.isMarked = isMarked;
        }

        boolean saysTheSame(Entry other) {
            return Objects.equals(parent, other.parent) && isInterface == other.isInterface
                    && isGenerated == other.isGenerated && isMarked == other.isMarked && file == other.file
                    && Arrays.equals(interfaces, other.interfaces);
        }

        boolean hasNothingFor(Predicate<String> wanted, int changes) {
            return isThat(last, wanted, changes) || isThat(before, wanted, changes);
        }

        private static boolean isThat(Asked asked, Predicate<String> wanted, int changes) {
            return asked != null && asked.wanted == wanted && asked.changes == changes;
        }

        void hasNothingFor(Asked asked) {
            before = last;
            last = asked;
        }
    }

    /**
     * Identifies a type and all above it.
     *
     * @param facts       which extends which
     * @param files       their class files
     * @param isGenerated whether one of them is in no file
     * @param changes     how often a type had changed before this was told
     */
    private record Above(long facts, long files, boolean isGenerated, int changes) {
        static final Above NOTHING = new Above(1, 1, false, 0);
    }

    /** What was wanted, and how often a type had changed before it was. */
    private static final class Asked {
        private final Predicate<String> wanted;
        private final int changes;

        Asked(Predicate<String> wanted, int changes) {
            this.wanted = wanted;
            this.changes = changes;
        }
    }

    private Hierarchy(ClassLoader loader) {
        this.loader = new WeakReference<>(loader);
    }

    /** The hierarchy that {@code loader} sees. */
    public static Hierarchy of(ClassLoader loader) {
        return OF_LOADERS.computeIfAbsent(loader, Hierarchy::new);
    }

    /** Sets how to find a class that a loader has loaded, without loading anything, and whom to tell when one was used. */
    public static void useLoaded(BiFunction<ClassLoader, String, Class<?>> find, Runnable told) {
        loaded = find;
        answered = told;
    }

    /** Notes from now on which types are asked for on this thread. */
    public static void beginNoting() {
        ASKED.set(new TreeSet<>());
    }

    /** Ends that. The types by internal name, in order; those of the JDK are left out, for they come with the JVM. */
    public static List<String> endNoting() {
        Set<String> asked = ASKED.get();
        ASKED.remove();
        return asked == null ? List.of() : List.copyOf(asked);
    }

    /**
     * Identifies what this hierarchy says of some types and of those above them.
     *
     * @param ofFiles whether the whole class files count; otherwise which extend and implement which, and which are marked. What is woven by
     *     names depends on nothing else of other classes
     */
    public long print(Collection<String> of, boolean ofFiles) {
        long print = 17;
        for (String each : of) {
            Above above = above(each, 0);
            print = mixed(mixed(print, each), ofFiles ? above.files : above.facts);
        }
        return print;
    }

    /** Told once for each type, until another one changes. */
    private Above above(String type, int depth) {
        if (type == null || type.startsWith("java/") || depth > DEEPEST) {
            return Above.NOTHING;
        }
        int before = changes.get();
        Entry entry = find(type);
        Above told = entry.above;
        if (told == null || told.changes != before) {
            Above parent = above(entry.parent, depth + 1);
            long own = mixed(mixed(entry.isInterface ? 3 : 5, entry.isMarked ? 7 : 11), entry.isGenerated ? 13 : 17);
            long facts = mixed(mixed(own, entry.parent), parent.facts);
            long files = mixed(mixed(own, entry.file), parent.files);
            boolean isGenerated = entry.isGenerated || parent.isGenerated;
            for (String each : entry.interfaces) {
                Above above = above(each, depth + 1);
                facts = mixed(mixed(facts, each), above.facts);
                files = mixed(files, above.files);
                isGenerated |= above.isGenerated;
            }
            told = new Above(facts, files, isGenerated, before);
            entry.above = told;
        } else if (told.isGenerated) {
            answered.run();
        }
        return told;
    }

    private static long mixed(long print, String text) {
        long mixed = print;
        for (int i = 0; text != null && i < text.length(); i++) {
            mixed = (mixed ^ text.charAt(i)) * SPREAD;
            mixed ^= mixed >>> 32;
        }
        return mixed(mixed, text == null ? -1 : text.length());
    }

    private static long mixed(long print, long more) {
        long mixed = (print ^ more) * SPREAD;
        mixed ^= mixed >>> 29;
        return mixed * SPREAD ^ mixed >>> 32;
    }

    /**
     * The types that a class extends or implements and the loader does not have, those of the JDK left out. Tells of those that it has and that are in
     * no file.
     */
    public Set<String> missingAbove(ClassReader read) {
        Set<String> missing = new TreeSet<>();
        addMissing(read.getSuperName(), read.getInterfaces(), new HashSet<>(), missing);
        return missing;
    }

    /** All types that a class extends or implements, those of the JDK left out. */
    public Set<String> above(ClassReader read) {
        Set<String> above = new TreeSet<>();
        addMissing(read.getSuperName(), read.getInterfaces(), above, new HashSet<>());
        return above;
    }

    /**
     * Whether a class has the bytes of the file that its loader finds; null where there is none, and where the loader's own code fails. Another agent may
     * change it, or the program defines it.
     */
    public static Boolean isAsInFile(ClassLoader loader, String type, byte[] bytes) {
        try {
            return ClassPathFiles.has(loader, type + CLASS, bytes);
        } catch (IOException | RuntimeException | LinkageError unreadable) {
            return null;
        }
    }

    private void addMissing(String parent, String[] interfaces, Set<String> seen, Set<String> missing) {
        addMissing(parent, seen, missing);
        for (String each : interfaces) {
            addMissing(each, seen, missing);
        }
    }

    private void addMissing(String type, Set<String> seen, Set<String> missing) {
        if (type != null && !type.startsWith("java/") && seen.add(type)) {
            Entry entry = find(type);
            if (entry == UNKNOWN) {
                missing.add(type);
            } else if (!entry.isOfFile) {
                entry.isOfFile = isInFile(type);
            }
            addMissing(entry.parent, entry.interfaces, seen, missing);
        }
    }

    private boolean isInFile(String type) {
        ClassLoader seenBy = loader.get();
        boolean isInFile;
        try {
            isInFile = seenBy != null && seenBy.getResource(type + CLASS) != null;
        } catch (RuntimeException | LinkageError ofTheLoader) {
            isInFile = false;
        }
        if (!isInFile) {
            answered.run();
        }
        return isInFile;
    }

    /** Remembers a class that is being loaded, because it may be generated and no resource. */
    public void note(ClassReader read) {
        remember(read.getClassName(), entry(read));
    }

    /** Remembers the changed form of a class. Marks that SIM put into it do not count. */
    void noteChanged(ClassReader read) {
        Entry now = entry(read);
        Entry was = types.get(read.getClassName());
        remember(read.getClassName(), was == null
                ? now
                : new Entry(now.parent, now.isInterface, now.interfaces, was.isGenerated, was.isMarked, was.file));
    }

    /** Whether there is a type of that name. */
    public boolean isKnown(String type) {
        return find(type) != UNKNOWN;
    }

    boolean isInterface(String type) {
        return find(type).isInterface;
    }

    /** The superclass; null for Object and for an unknown class. */
    public String parent(String type) {
        return find(type).parent;
    }

    /** Whether {@code type} is {@code ancestor} or extends it. Ignores interfaces. */
    boolean isBelow(String type, String ancestor) {
        String at = type;
        while (at != null && !at.equals(ancestor)) {
            at = parent(at);
        }
        return at != null || ancestor.equals(OBJECT);
    }

    /** Whether {@code type} is {@code ancestor}, or extends or implements it. */
    public boolean isSubtype(String type, String ancestor) {
        if (type.equals(ancestor)) {
            return true;
        }
        Entry entry = find(type);
        for (String each : entry.interfaces) {
            if (isSubtype(each, ancestor)) {
                return true;
            }
        }
        return entry.parent != null && isSubtype(entry.parent, ancestor);
    }

    /**
     * Whether a type, or one that it extends or implements, has a mark among its constants or a wanted name. True if one of them is
     * unknown. If {@code wanted} is the same object each time, it is asked once for each type, so it must always answer the same.
     */
    public boolean mayHave(String type, Predicate<String> wanted) {
        int before = changes.get();
        Entry entry = find(type);
        if (entry.hasNothingFor(wanted, before)) {
            return false;
        }
        if (entry.isMarked || wanted.test(type)) {
            return true;
        }
        for (String each : entry.interfaces) {
            if (mayHave(each, wanted)) {
                return true;
            }
        }
        if (entry.parent != null && mayHave(entry.parent, wanted)) {
            return true;
        }
        entry.hasNothingFor(new Asked(wanted, before));
        return false;
    }

    /** Whether a type, or one that it extends or implements, has a wanted name. True if one of them is unknown. */
    public boolean mayBe(String type, Predicate<String> wanted) {
        if (wanted.test(type)) {
            return true;
        }
        Entry entry = find(type);
        if (entry == UNKNOWN) {
            return true;
        }
        for (String each : entry.interfaces) {
            if (mayBe(each, wanted)) {
                return true;
            }
        }
        return entry.parent != null && mayBe(entry.parent, wanted);
    }

    /** The common supertype of two types, by the rules of stack map frames: Object if one is an interface or unknown. */
    public String common(String one, String other) {
        if (isBelow(other, one)) {
            return one;
        }
        String at = one;
        while (at != null && !isBelow(other, at)) {
            at = parent(at);
        }
        return at == null || isInterface(one) || isInterface(other) ? OBJECT : at;
    }

    private Entry find(String type) {
        Entry known = types.get(type);
        if (known == null) {
            known = found(type);
        }
        Set<String> asked = ASKED.get();
        if (asked != null && !type.startsWith("java/")) {
            asked.add(type);
        }
        if (known.isGenerated) {
            answered.run();
        }
        return known;
    }

    /** What failed may succeed the next time: too many files are open, or a share is away. Nothing that was told of it is remembered or kept. */
    private Entry found(String type) {
        try {
            Entry found = look(type);
            remember(type, found);
            return found;
        } catch (IOException passing) {
            changes.incrementAndGet();
            answered.run();
            return UNKNOWN;
        }
    }

    private void remember(String type, Entry entry) {
        if (types.size() >= REMEMBERED) {
            types.clear();
        }
        Entry before = types.put(type, entry);
        if (before != null && !before.saysTheSame(entry)) {
            changes.incrementAndGet();
        } else if (before != null && before != entry) {
            entry.isOfFile |= before.isOfFile;
        }
    }

    private Entry look(String type) throws IOException {
        if (type.startsWith("java/")) {
            return ofTheJdk(type);
        }
        ClassLoader seenBy = loader.get();
        if (seenBy == null) {
            return UNKNOWN;
        }
        try (InputStream bytes = ClassPathFiles.open(seenBy, type + CLASS)) {
            return bytes != null
                    ? ofFile(new ClassReader(bytes))
                    : ofLoaded(loaded.apply(seenBy, type.replace('/', '.')), true);
        } catch (RuntimeException | LinkageError unreadable) {
            return UNKNOWN;
        }
    }

    private static Entry ofLoaded(Class<?> type, boolean isGenerated) {
        if (type == null) {
            return UNKNOWN;
        }
        Class<?> parent = type.getSuperclass();
        return new Entry(parent == null ? type.isInterface() ? OBJECT : null : parent.getName().replace('.', '/'),
                type.isInterface(), Arrays.stream(type.getInterfaces()).map(each -> each.getName().replace('.', '/'))
                        .toArray(String[]::new),
                isGenerated, isGenerated, 0);
    }

    /** A class of the JDK. It is loaded by the JDK's own loaders, so no transformer of the application sees it being loaded. */
    private static Entry ofTheJdk(String type) {
        try {
            return ofLoaded(Class.forName(type.replace('/', '.'), false, ClassLoader.getPlatformClassLoader()), false);
        } catch (ClassNotFoundException | LinkageError missing) {
            return UNKNOWN;
        }
    }

    private static Entry ofFile(ClassReader read) {
        Entry entry = entry(read);
        entry.isOfFile = true;
        return entry;
    }

    private static Entry entry(ClassReader read) {
        return new Entry(read.getSuperName(), (read.getAccess() & Opcodes.ACC_INTERFACE) != 0,
                read.getInterfaces(), false, isMarked(read), Fingerprint.of(read.b));
    }

    /** Whether a type that marks a class is among the constants. Each annotation of a class, and of its members, is there. */
    private static boolean isMarked(ClassReader read) {
        for (int i = 1; i < read.getItemCount(); i++) {
            int at = read.getItem(i);
            if (at > 0 && read.readByte(at - 1) == UTF8 && isMark(read, at + 2, read.readUnsignedShort(at))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isMark(ClassReader read, int at, int length) {
        if (length < 2 || read.readByte(at) != 'L') {
            return false;
        }
        for (byte[] mark : MARKS) {
            if (length >= mark.length && begins(read, at, mark)) {
                return true;
            }
        }
        return false;
    }

    private static boolean begins(ClassReader read, int at, byte[] mark) {
        for (int i = 1; i < mark.length; i++) {
            if (read.readByte(at + i) != mark[i]) {
                return false;
            }
        }
        return true;
    }
}
