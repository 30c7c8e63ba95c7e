package sim.agent.weave;

import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.WeakHashMap;
import java.util.function.Predicate;
import org.objectweb.asm.ClassReader;
import sim.agent.cache.View;
import sim.agent.cache.WeaveCache;
import sim.agent.cache.WeavingResult;
import sim.agent.cache.WeavingResult.Dependence;
import sim.agent.code.CompiledAspects;
import sim.agent.code.Hierarchy;
import sim.agent.code.MethodsBefore;
import sim.agent.code.SerialVersion;
import sim.agent.configure.Configurations;
import sim.agent.hook.ClassDefiner;
import sim.agent.hook.Job;
import sim.agent.identity.WeakIdentityMap;
import sim.agent.idle.IdleProbes;
import sim.agent.probe.Acceptance;
import sim.agent.probe.DirectProbes;
import sim.agent.probe.StatementText;
import sim.agent.probe.WovenClass;
import sim.agent.select.LeftAlone;
import sim.metrics.probe.ClassLoading;
import sim.metrics.weaving.WeavingFailure;
import sim.metrics.weaving.WeavingReport;
import sim.metrics.weaving.WeavingSkip;

/**
 * AspectJ's load-time weaver with a guard around it. The weaver never sees classes that it must not change. If an earlier start kept the result for a
 * class, that result is used again. If weaving would give a class that the JVM refuses, or would remove aspects that AspectJ's compiler has woven,
 * the original class is loaded and the reason counted. Runs on whatever thread loads a class; never throws.
 */
public final class Weaving implements ClassFileTransformer {
    private final LateWeaver weaver;
    private final WeavingReport report;
    private final LeftAlone leftAlone;
    /** Null where nothing is kept. */
    private final WeaveCache cache;
    /** Loaders that have the classes which were made ahead of all others at an earlier start. */
    private final WeakIdentityMap<ClassLoader, Boolean> prepared = new WeakIdentityMap<>();
    private final PlainWeaving plain;
    private final Map<View, Boolean> quiet = Collections.synchronizedMap(new WeakHashMap<>());
    private final IdleProbes idle;
    private final AspectMatches matches;
    /** The types that the weavers of loaders asked for before they began with a class, by internal name. */
    private final WeakIdentityMap<ClassLoader, Set<String>> resolvedAhead = new WeakIdentityMap<>();
    private final Altered altered = new Altered();
    /** By loaders of which no files are known. */
    private final WeakIdentityMap<ClassLoader, View> ofTypes = new WeakIdentityMap<>();

    public Weaving(LateWeaver weaver, WeavingReport report, LeftAlone leftAlone, WeaveCache cache, IdleProbes idle,
            AspectMatches matches) {
        this.matches = matches;
        this.weaver = weaver;
        this.plain = new PlainWeaving(weaver.isHeard());
        this.report = report;
        this.leftAlone = leftAlone;
        this.cache = cache;
        this.idle = idle;
    }

    @Override
    public byte[] transform(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain,
            byte[] bytes) {
        if (loader == null || name == null) {
            return null;
        }
        report.saw();
        WeavingSkip skip = leftAlone.byName(loader, name, domain);
        if (skip != null) {
            report.skipped(skip);
            return null;
        }
        long began = System.nanoTime();
        Object own = ClassLoading.beginOwn();
        try {
            boolean mayKeep = cache != null && redefined == null;
            View view = mayKeep ? cache.of(loader) : null;
            // the kept result is looked up first: deciding by names would load classes that a second start does not need
            if (view == null && plain.isOut(loader, name, bytes)) {
                report.leftUnchanged();
                return null;
            }
            skip = leftAlone.ofLoader(loader);
            if (skip != null) {
                report.skipped(skip);
                return null;
            }
            if (view == null && mayKeep) {
                view = ofTypes(loader);
            }
            long above = view == null ? 0 : altered.above(loader, bytes);
            WeavingResult known = view == null ? null : known(view, loader, name, bytes, above);
            if (known != null && isPrepared(view, known, loader, domain)) {
                report.wasKept();
                known.said().forEach(report::said);
                return settled(known, loader, name, bytes, view);
            }
            WeavingResult result = weave(loader, name, redefined, domain, bytes, view, above);
            return settled(result, loader, name, redefined == null ? bytes : null, view);
        } catch (Throwable failure) {
            report.failed(Acceptance.reason(failure), name.replace('/', '.'), Acceptance.text(failure));
            return null;
        } finally {
            report.took(System.nanoTime() - began);
            ClassLoading.endOwn(own);
        }
    }

    /** Where results are kept for a loader whose files are unknown; null if they are not kept. */
    private View ofTypes(ClassLoader loader) throws IOException {
        View known = ofTypes.get(loader);
        if (known == null) {
            known = cache.ofTypes(Configurations.texts(loader));
            if (known != null) {
                ofTypes.put(loader, known);
            }
        }
        return known;
    }

    /** What an earlier start has kept for a class; null for nothing. Null also where the files are not as they were when they were looked at. */
    private WeavingResult known(View view, ClassLoader loader, String name, byte[] bytes, long above) {
        if (above == Altered.UNCLEAR) {
            return null;
        }
        Predicate<WeavingResult> holds = each -> holds(each, loader, bytes);
        WeavingResult known = view.find(bytes, above, holds);
        boolean isAltered = known == null;
        if (isAltered) {
            known = view.find(bytes, above ^ Altered.MARK, holds);
        }
        if (known == null || !view.isAsSeen(name)) { // in this order: a class path of folders has many to look at
            return null;
        }
        if (isAltered) {
            altered.add(name, bytes);
        }
        return known;
    }

    /** Whether the loader says the same of other types as when the class was woven. */
    private static boolean holds(WeavingResult known, ClassLoader loader, byte[] bytes) {
        if (known.depends() == null) {
            return true;
        }
        Hierarchy types = Hierarchy.of(loader);
        types.note(new ClassReader(bytes));
        Dependence on = known.depends();
        return types.print(on.types(), on.isOnFiles()) == on.print();
    }

    /**
     * Counts the outcome for a class, and returns the bytes for the JVM.
     *
     * @param loaded the class that is being loaded; null where a loaded one is redefined
     * @param view null if it is not known on what the class depends
     */
    private byte[] settled(WeavingResult result, ClassLoader loader, String name, byte[] loaded, View view) {
        if (result.outcome() == WeavingResult.Outcome.PROBED && loaded != null) {
            idle.woven(name, loaded, result.code(), view);
        }
        switch (result.outcome()) {
            case WOVEN, PROBED -> {
                report.wove();
                matches.wove(loader, result.code());
                if (!report.hasOwn() && (result.outcome() == WeavingResult.Outcome.PROBED
                        || WovenClass.hasOwn(result.code()))) {
                    report.woveOwn();
                }
            }
            case UNCHANGED -> report.leftUnchanged();
            default -> report.failed(result.reason(), name.replace('/', '.'), result.what());
        }
        return result.code();
    }

    /** Defines the classes that the weaver made for this one, as the weaver would have done. */
    private boolean isPrepared(View view, WeavingResult known, ClassLoader loader, ProtectionDomain domain) {
        if (!known.isOfTheWeaver()) {
            return true;
        }
        try {
            if (prepared.get(loader) == null) {
                List<WeavingResult.Made> ahead = view.ahead();
                if (ahead == null) {
                    return false;
                }
                define(ahead, loader, domain);
                prepared.put(loader, true);
            }
            define(known.made(), loader, domain);
            return true;
        } catch (Throwable refused) {
            return false;
        }
    }

    private static void define(List<WeavingResult.Made> classes, ClassLoader loader, ProtectionDomain domain)
            throws Throwable {
        for (WeavingResult.Made each : classes) {
            ClassDefiner.defineOnce(loader, each.name(), each.bytes(), domain);
        }
    }

    private WeavingResult weave(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain,
            byte[] bytes, View view, long above) {
        boolean isOfTypes = view != null && view.isOfTypes();
        if (isOfTypes) {
            Hierarchy.beginNoting();
        }
        List<String> asked = List.of();
        WeavingResult result;
        boolean isTold;
        try (Job job = new Job(loader, bytes, view)) {
            try {
                result = plain.weave(loader, name, bytes);
                isTold = result != null;
                if (!isTold) {
                    report.gave();
                    result = result(job, loader, bytes, weaver.weave(loader, name, redefined, domain, bytes));
                }
            } finally {
                asked = isOfTypes ? Hierarchy.endNoting() : asked;
            }
            if (!isOfTypes) {
                keepOfFiles(view, loader, name, bytes, above, job, isTold, result);
            } else if (isTold) {
                keepTold(view, loader, bytes, above, asked, job, result);
            } else {
                keepWoven(view, loader, name, bytes, above, asked, job, result);
            }
            return result;
        }
    }

    /**
     * Keeps a result for a class of known files. A type above it that is in none of them may be made at another start: then the result holds only while
     * it is not there. Such a class cannot be loaded, but many a program tries at each start.
     */
    private void keepOfFiles(View view, ClassLoader loader, String name, byte[] bytes, long above, Job job,
            boolean isTold, WeavingResult result) {
        if (view == null) {
            return;
        }
        Boolean isAsInFile = Hierarchy.isAsInFile(loader, name, bytes);
        if (isAsInFile != null && !isAsInFile) {
            altered.add(name, bytes);
        }
        Hierarchy types = Hierarchy.of(loader);
        boolean isOut = plain.isOut(loader, name, bytes);
        Set<String> missing = isOut ? Set.of() : missingAbove(types, bytes);
        // a class in no file may extend other such classes, and those may be different at another start
        if (isAsInFile != null && (isTold ? job.isOfFiles() : job.mayBeKept()) && isQuiet(view, loader)
                && view.areAsSeen(isOut ? List.of(name) : withAbove(types, name, bytes))) {
            keep(view, loader, bytes, above, isAsInFile ? 0 : Altered.MARK, missing.isEmpty()
                    ? result
                    : result.dependingOn(new Dependence(List.copyOf(missing), types.print(missing, false), false)));
        }
    }

    private static Set<String> withAbove(Hierarchy types, String name, byte[] bytes) {
        try {
            return union(types.above(new ClassReader(bytes)), List.of(name));
        } catch (RuntimeException unreadable) {
            return Set.of(name);
        }
    }

    /** Keeps a result, unless a class above was loaded meanwhile that is not as in its file. */
    private void keep(View view, ClassLoader loader, byte[] bytes, long above, long mark, WeavingResult result) {
        if (above != Altered.UNCLEAR && altered.above(loader, bytes) == above) {
            view.keep(bytes, above ^ mark, result);
        }
    }

    private static Set<String> missingAbove(Hierarchy types, byte[] bytes) {
        try {
            return types.missingAbove(new ClassReader(bytes));
        } catch (RuntimeException unreadable) {
            return Set.of(); // whatever is above it
        }
    }

    /**
     * Keeps a result that names alone gave, with the types that were asked for. A class without probes is not kept: deciding it again is as fast as
     * looking it up.
     */
    private void keepTold(View view, ClassLoader loader, byte[] bytes, long above, List<String> asked, Job job,
            WeavingResult told) {
        if (told.outcome() == WeavingResult.Outcome.PROBED && isQuiet(view, loader)) {
            long print = Hierarchy.of(loader).print(asked, false);
            if (job.isOfFiles()) { // also after all types above were asked for
                keep(view, loader, bytes, above, 0, told.dependingOn(new Dependence(asked, print, false)));
            }
        }
    }

    /**
     * Keeps the weaver's result for a class, with all types that it asked for, both for this class and beforehand for all classes of the loader. If
     * the latter are unknown, nothing is kept.
     */
    private void keepWoven(View view, ClassLoader loader, String name, byte[] bytes, long above, List<String> asked,
            Job job, WeavingResult woven) {
        Set<String> ahead = job.resolvedAhead();
        if (!ahead.isEmpty()) {
            resolvedAhead.merge(loader, ahead, Weaving::union);
        }
        Set<String> before = resolvedAhead.get(loader);
        if (before != null && job.mayBeKept() && isQuiet(view, loader)) {
            Set<String> types = union(union(before, job.resolved()), asked);
            types.remove(name); // its own bytes are the key
            types.removeIf(each -> view.isMade(each) || isMade(woven, each)); // by the weaver, of all the others
            long print = Hierarchy.of(loader).print(types, true);
            if (job.isOfFiles()) {
                keep(view, loader, bytes, above, 0, woven.dependingOn(new Dependence(List.copyOf(types), print, true)));
            }
        }
    }

    private static boolean isMade(WeavingResult woven, String type) {
        return woven.made().stream().anyMatch(each -> each.name().replace('.', '/').equals(type));
    }

    private static Set<String> union(Collection<String> some, Collection<String> others) {
        Set<String> all = new TreeSet<>(some);
        all.addAll(others);
        return all;
    }

    /** What becomes of a class the weaver is done with. */
    public static WeavingResult result(Job job, ClassLoader loader, byte[] bytes, byte[] woven) {
        job.gave(woven);
        return job.complete(job.hasFailed() ? failed(job, bytes) : finished(loader, bytes, woven));
    }

    private boolean isQuiet(View view, ClassLoader loader) {
        Boolean isQuiet = quiet.get(view);
        if (isQuiet == null) {
            // never inside a lock: a loader of the application's may load classes to answer
            isQuiet = Configurations.areQuiet(loader);
            quiet.put(view, isQuiet);
        }
        if (!isQuiet || weaver.isInfluenced()) {
            view.refuse();
            return false;
        }
        return true;
    }

    /** The weaver gave up: the class stays as it was. */
    private static WeavingResult failed(Job job, byte[] bytes) {
        Throwable thrown = job.failure();
        WeavingFailure reason = job.failedInFrames()
                ? WeavingFailure.FRAMES
                : thrown == null ? WeavingFailure.THREW : Acceptance.reason(thrown);
        return WeavingResult.failed(reason, thrown == null ? job.message() : Acceptance.text(thrown), compiled(bytes));
    }

    private static WeavingResult finished(ClassLoader loader, byte[] bytes, byte[] woven) {
        if (woven == null || Arrays.equals(woven, bytes)) {
            return WeavingResult.unchanged(compiled(bytes));
        }
        if (CompiledAspects.areIn(bytes)) {
            var lost = CompiledAspects.lost(bytes, woven);
            if (!lost.isEmpty()) {
                return WeavingResult.failed(WeavingFailure.ASPECTS_LOST,
                        "was compiled with aspects that are in no aop.xml, and would lose them: "
                                + String.join(", ", lost),
                        DirectProbes.of(bytes));
            }
        }
        return checked(loader, bytes, woven);
    }

    /** The woven class with direct calls of its probes; unchanged if the JVM would not accept it with them. */
    private static WeavingResult checked(ClassLoader loader, byte[] bytes, byte[] woven) {
        ClassReader reader = new ClassReader(woven);
        WovenClass found = WovenClass.read(reader);
        if (found.withoutCode() != null) {
            return WeavingResult.failed(WeavingFailure.TOO_LARGE,
                    found.withoutCode() + " would exceed the JVM's 64 KB a method", null);
        }
        if (!found.unclear().isEmpty() && found.isProbedAlone(WovenClass.read(new ClassReader(bytes)))) {
            return checked(loader, bytes, MethodsBefore.putBack(woven, bytes, found.unclear()));
        }
        byte[] probed = StatementText.put(found.parts().isEmpty() ? woven : DirectProbes.rewrite(reader, found), found,
                loader);
        byte[] direct = SerialVersion.keep(bytes, probed, Hierarchy.of(loader));
        Acceptance acceptance = Acceptance.of(bytes, direct, loader);
        return acceptance.isGiven()
                ? WeavingResult.woven(direct)
                : WeavingResult.failed(acceptance.reason(), acceptance.what(), null);
    }

    /** A class that was woven before it was loaded, with direct calls of its probes; null if it was not woven before. */
    private static byte[] compiled(byte[] bytes) {
        return CompiledAspects.areIn(bytes) ? DirectProbes.of(bytes) : null;
    }
}
