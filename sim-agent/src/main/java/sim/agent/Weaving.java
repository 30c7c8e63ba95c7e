package sim.agent;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.Arrays;
import org.aspectj.weaver.loadtime.ClassPreProcessorAgentAdapter;
import org.objectweb.asm.ClassReader;
import sim.agent.hook.Job;
import sim.metrics.probe.ClassLoading;
import sim.metrics.weaving.WeavingFailure;
import sim.metrics.weaving.WeavingReport;
import sim.metrics.weaving.WeavingSkip;

/**
 * AspectJ's load-time weaver with a guard around it: what it must not touch it never sees, and what it cannot weave into
 * a class the JVM accepts, or only by taking out what its compiler has woven, is loaded as it was, counted by reason. Runs on
 * whatever thread loads a class; never throws.
 */
final class Weaving implements ClassFileTransformer {
    private final ClassPreProcessorAgentAdapter weaver = new ClassPreProcessorAgentAdapter();
    private final WeavingReport report;
    private final LeftAlone leftAlone;

    Weaving(WeavingReport report, LeftAlone leftAlone) {
        this.report = report;
        this.leftAlone = leftAlone;
    }

    @Override
    public byte[] transform(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain,
            byte[] bytes) {
        if (loader == null || name == null) {
            return null;
        }
        report.saw();
        WeavingSkip skip = leftAlone.why(loader, name, domain);
        if (skip != null) {
            report.skipped(skip);
            return null;
        }
        long began = System.nanoTime();
        Object own = ClassLoading.beginOwn();
        try (Job job = new Job(loader, bytes)) {
            byte[] woven = weaver.transform(loader, name, redefined, domain, bytes);
            return job.hasFailed() ? failed(name, job, bytes) : finished(loader, name, bytes, woven);
        } catch (Throwable failure) {
            report.failed(reason(failure), name.replace('/', '.'), text(failure));
            return null;
        } finally {
            report.took(System.nanoTime() - began);
            ClassLoading.endOwn(own);
        }
    }

    /** The weaver gave up: the class stays as it was. */
    private byte[] failed(String name, Job job, byte[] bytes) {
        Throwable thrown = job.failure();
        WeavingFailure reason = job.failedInFrames()
                ? WeavingFailure.FRAMES
                : thrown == null ? WeavingFailure.THREW : reason(thrown);
        report.failed(reason, name.replace('/', '.'), thrown == null ? job.message() : text(thrown));
        return CompiledAspects.areIn(bytes) ? direct(bytes) : null;
    }

    private byte[] finished(ClassLoader loader, String name, byte[] bytes, byte[] woven) {
        boolean compiled = CompiledAspects.areIn(bytes);
        boolean changed = woven != null && !Arrays.equals(woven, bytes);
        if (changed && !(compiled && losesAspects(name, bytes, woven))) {
            return passes(loader, name, bytes, woven);
        }
        if (!changed) {
            report.leftUnchanged();
        }
        return compiled ? direct(bytes) : null;
    }

    /** The woven class with direct calls of its probes; null where the JVM would not accept it. */
    private byte[] passes(ClassLoader loader, String name, byte[] bytes, byte[] woven) {
        String type = name.replace('/', '.');
        ClassReader reader = new ClassReader(woven);
        WovenClass found = WovenClass.read(reader);
        if (found.withoutCode() != null) {
            report.failed(WeavingFailure.TOO_LARGE, type,
                    found.withoutCode() + " would exceed the JVM's 64 KB a method");
            return null;
        }
        byte[] direct = found.parts().isEmpty() ? woven : DirectProbes.rewrite(reader, found);
        Acceptance acceptance = Acceptance.of(bytes, direct, loader);
        if (!acceptance.isGiven()) {
            report.failed(acceptance.reason(), type, acceptance.what());
            return null;
        }
        report.wove();
        return direct;
    }

    /** Says what would be taken out of a compiled class: it stays as it was compiled. */
    private boolean losesAspects(String name, byte[] compiled, byte[] woven) {
        var lost = CompiledAspects.lost(compiled, woven);
        if (lost.isEmpty()) {
            return false;
        }
        report.failed(WeavingFailure.ASPECTS_LOST, name.replace('/', '.'),
                "was compiled with aspects that are in no aop.xml, and would lose them: " + String.join(", ", lost));
        return true;
    }

    /** A class with direct calls of its probes. */
    static byte[] direct(byte[] woven) {
        ClassReader reader = new ClassReader(woven);
        WovenClass found = WovenClass.read(reader);
        return found.parts().isEmpty() ? woven : DirectProbes.rewrite(reader, found);
    }

    static WeavingFailure reason(Throwable failure) {
        String text = failure.toString();
        if (text.contains("TooLargeException") || text.contains("too large") || text.contains("too big")) {
            return WeavingFailure.TOO_LARGE;
        }
        boolean missing = failure instanceof NoClassDefFoundError || failure instanceof TypeNotPresentException
                || text.contains("can't find") || text.contains("issing type") || text.contains("Missing");
        return missing ? WeavingFailure.MISSING_TYPE : WeavingFailure.THREW;
    }

    static String text(Throwable failure) {
        return failure.toString().lines().findFirst().orElse("");
    }
}
