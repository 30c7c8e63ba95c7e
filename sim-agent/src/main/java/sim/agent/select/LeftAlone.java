package sim.agent.select;

import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import org.aspectj.lang.JoinPoint;
import sim.agent.cache.BuiltArchives;
import sim.agent.hook.ClassDefiner;
import sim.agent.hook.WeaverHooks;
import sim.agent.identity.WeakIdentityMap;
import sim.metrics.weaving.WeavingFailure;
import sim.metrics.weaving.WeavingReport;
import sim.metrics.weaving.WeavingSkip;

/** Which classes the weaver never sees, and why. Asked for every class that is loaded, on the loading thread. */
public final class LeftAlone {
    /** What {@code weave.skip=default} means; docs/weaving.md has the list with its reasons. */
    static final List<String> GENERATED = List.of("*$$SpringCGLIB$$*", "*$$EnhancerBy*", "*$$FastClassBy*",
            "*$$KeyFactoryBy*", "*$$BeanMapBy*", "*$$Lambda*", "*$ByteBuddy$*", "*$auxiliary$*", "*$HibernateProxy$*",
            "*$HibernateProxy", "*$HibernateInstantiator*", "*$HibernateAccessOptimizer*", "*$HibernateBasicProxy*",
            "*_$$_jvst*", "*_$$_javassist*", "*_$$_Weld*", "*$Proxy$_$$_*", "*$Proxy#", "*$MockitoMock$*",
            "*GeneratedConstructorAccessor#", "*GeneratedMethodAccessor#",
            "*GeneratedSerializationConstructorAccessor#", "groovy.runtime.metaclass.*",
            "loader:org.codehaus.groovy.reflection.ClassLoaderForClassArtifacts",
            "loader:org.codehaus.groovy.runtime.callsite.*", "loader:jdk.internal.reflect.*", "loader:sun.reflect.*");
    /** Loaders that agents use for their own classes. The first is SIM's. */
    private static final List<String> AGENTS = List.of("sim.agent.inject.*", "io.opentelemetry.*", "datadog.*",
            "com.newrelic.*",
            "org.glowroot.*", "co.elastic.apm.*", "com.dynatrace.*", "com.ruxit.*", "com.appdynamics.*",
            "com.singularity.*", "org.apache.skywalking.apm.*", "com.navercorp.pinpoint.*", "net.bytebuddy.*",
            "org.jacoco.*", "com.instana.*", "com.zeroturnaround.*", "com.microsoft.applicationinsights.*",
            "kanela.*", "com.alibaba.arthas.*", "com.taobao.arthas.*", "org.stagemonitor.*", "one.profiler.*",
            "io.pyroscope.*", "com.contrastsecurity.*", "com.intellij.rt.*");
    private static final String[] OTHERS = {"java/", "javax/", "jdk/", "sun/", "com/sun/", "org/aspectj/",
            "aj/org/objectweb/", "sim/agent/asking/", "sim/agent/relocated/"};
    /** Below one of these and woven all the same, by its internal name: {@link WeaverHooks#isOfTheApplication}. */
    private static final String OF_THE_APPLICATION = WeaverHooks.OF_THE_APPLICATION.replace('.', '/');
    /** Packages that SIM's aop.xml excludes from weaving. The plain weaver excludes them too. */
    private static final String[] EXCLUDED = {"sim/metrics/", "sim/collector/", "sim/context/", "sim/recording/",
            "sim/payload/recording/", "sim/payload/runtime/",
            "sim/wire/",
            "sim/model/snapshot/", "sim/model/jfr/", "sim/base/config/", "sim/base/environment/", "sim/base/event/",
            "sim/base/exit/", "sim/base/failure/", "sim/base/lending/", "sim/base/meter/", "sim/base/name/",
            "sim/base/redact/", "sim/base/thread/", "org/jinspired/probes/"};

    /** Both are short, so that the line has them after the name of the loader: see {@link WeavingReport#failed}. */
    private static final String HIDDEN = "their loader hides SIM's agent; see .runtime in docs/troubleshooting.md";
    private static final String ANOTHER = "they see another AspectJ runtime; remove aspectjrt from that class path";

    private final WeavingReport report;
    private final boolean isBeside;
    private final NamePatterns names;
    private final NamePatterns loaders;
    private final NamePatterns agents = new NamePatterns(AGENTS);
    /** Why all classes of a loader are left alone, by its class; {@link Treatment#WOVEN} if they are not. */
    private final WeakIdentityMap<ClassLoader, Treatment> known = new WeakIdentityMap<>();
    /** The same by what the loader shows to its classes. */
    private final WeakIdentityMap<ClassLoader, Treatment> seeing = new WeakIdentityMap<>();

    /** Whether all classes of a protection domain were woven before the start. */
    private final WeakIdentityMap<ProtectionDomain, Boolean> built = new WeakIdentityMap<>();

    private enum Treatment {
        WOVEN(null),
        LOADER(WeavingSkip.LOADER),
        RUNTIME(WeavingSkip.RUNTIME);

        private final WeavingSkip skip;

        Treatment(WeavingSkip skip) {
            this.skip = skip;
        }
    }

    /**
     * @param skip the items of the option: {@code default}, {@code none}, patterns of binary names, or {@code loader:} and a pattern of
     *     loaders' class names
     * @param isBeside whether other agents are in the command line
     */
    public LeftAlone(WeavingReport report, List<String> skip, boolean isBeside) {
        this.report = report;
        this.isBeside = isBeside;
        List<String> ofNames = new ArrayList<>();
        List<String> ofLoaders = new ArrayList<>();
        for (String item : skip) {
            for (String each : item.equals("default")
                    ? GENERATED
                    : item.equals("none")
                            ? List.<String>of()
                            : List.of(item)) {
                if (each.startsWith("loader:")) {
                    ofLoaders.add(each.substring("loader:".length()));
                } else {
                    ofNames.add(each);
                }
            }
        }
        names = new NamePatterns(ofNames);
        loaders = new NamePatterns(ofLoaders);
    }

    /** Why a class, given by its internal name, is left alone; null if it is not. */
    public WeavingSkip why(ClassLoader loader, String name, ProtectionDomain domain) {
        WeavingSkip byName = byName(loader, name, domain);
        return byName == null ? ofLoader(loader) : byName;
    }

    /** The same as far as names tell. Asks the loader nothing. */
    public WeavingSkip byName(ClassLoader loader, String name, ProtectionDomain domain) {
        if (begins(name, OTHERS) && !name.equals(OF_THE_APPLICATION)
                || OwnClasses.has(name, domain)) {
            return WeavingSkip.OWN;
        }
        if (isBeside && OtherAgents.areTransforming()) {
            return WeavingSkip.NESTED;
        }
        if (begins(name, EXCLUDED)) {
            report.failed(WeavingFailure.PACKAGE, name.replace('/', '.'),
                    "its package is one of SIM's own, which are never woven; move it into another one");
            return WeavingSkip.OWN;
        }
        if (domain != null && isBuilt(domain)) {
            return WeavingSkip.BUILT;
        }
        if (names.match(name.replace('/', '.'))) {
            return WeavingSkip.GENERATED;
        }
        return known.computeIfAbsent(loader, this::ofItsClass).skip;
    }

    /**
     * Why all classes of a loader are left alone, even those that {@link #byName} does not leave alone; null if they are not. The first time, a
     * small class is defined in the loader, so this is asked only where a class may be woven.
     */
    public WeavingSkip ofLoader(ClassLoader loader) {
        Treatment treatment = seeing.get(loader);
        if (treatment == null) {
            // never inside a lock: a loader of the application's may load classes to answer
            treatment = look(loader);
            seeing.put(loader, treatment);
        }
        return treatment.skip;
    }

    private boolean isBuilt(ProtectionDomain domain) {
        Boolean known = built.get(domain);
        if (known == null) {
            // never inside a lock: a jar is read, and the URL's handler may be the application's
            known = BuiltArchives.has(domain);
            built.put(domain, known);
        }
        return known;
    }

    private Treatment ofItsClass(ClassLoader loader) {
        return loaders.match(loader.getClass().getName()) || isAnAgents(loader) ? Treatment.LOADER : Treatment.WOVEN;
    }

    private static boolean begins(String name, String... prefixes) {
        for (String prefix : prefixes) {
            if (name.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    private Treatment look(ClassLoader loader) {
        // never both: once a loader has shown a class to anybody, the JVM shows it to that loader's own classes too
        Class<?> seen = isTheJdks(loader)
                ? joinPoint(loader)
                : ClassDefiner.joinPointSeenFromInside(loader);
        if (seen == JoinPoint.class) {
            return Treatment.WOVEN;
        }
        if (isInAgentsStart() || loader.getClass().getName().startsWith("jdk.internal.")) {
            return Treatment.LOADER;
        }
        report.failed(WeavingFailure.RUNTIME, "classes of " + name(loader), seen == null ? HIDDEN : ANOTHER);
        return Treatment.RUNTIME;
    }

    /** As it calls itself, because a server's loader names its application; by identity if that throws. */
    private static String name(ClassLoader loader) {
        try {
            return loader.toString();
        } catch (RuntimeException | LinkageError | StackOverflowError unsaid) {
            return WeaverHooks.toStringByIdentity(loader);
        }
    }

    /** Whether a loader, or one above it, is an agent's, by its class or by the loader of its class. */
    private boolean isAnAgents(ClassLoader loader) {
        for (ClassLoader at = loader; at != null; at = at.getParent()) {
            ClassLoader by = at.getClass().getClassLoader();
            if (agents.match(at.getClass().getName()) || by != null && agents.match(by.getClass().getName())) {
                return true;
            }
        }
        return false;
    }

    /** Whether another agent's premain is running, before the application's main method. A loader made then is that agent's own. */
    private static boolean isInAgentsStart() {
        for (StackTraceElement frame : Thread.currentThread().getStackTrace()) {
            if (frame.getClassName().equals("sun.instrument.InstrumentationImpl")
                    && frame.getMethodName().startsWith("loadClassAnd")) {
                return true;
            }
        }
        return false;
    }

    /** Whether a loader is the JDK's, which shows the same classes to everybody. */
    private static boolean isTheJdks(ClassLoader loader) {
        return loader.getClass().getClassLoader() == null;
    }

    private static Class<?> joinPoint(ClassLoader loader) {
        try {
            return Class.forName(JoinPoint.class.getName(), false, loader);
        } catch (ClassNotFoundException | LinkageError hidden) {
            return null;
        }
    }
}
