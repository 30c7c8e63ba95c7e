package sim.agent.intercept;

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import sim.agent.configure.Libraries;
import sim.agent.inject.ClassShape;
import sim.agent.inject.Interception;
import sim.agent.inject.ProbeClasses;
import sim.agent.inject.ProbeFile;
import sim.agent.select.LeftAlone;
import sim.base.config.Option;
import sim.base.config.OptionException;
import sim.base.config.Options;
import sim.base.exit.AtExit;
import sim.metrics.weaving.WeavingReport;
import sim.metrics.weaving.WeavingSkip;

/**
 * The injected probes of this JVM: those that the options name, and those that jars on the class path list. Their classes are read, not
 * loaded.
 */
public final class InjectedProbes {
    private static final String LIST = "META-INF/sim/payload-probes";
    private static final String CLASS = ".class";
    /** The package of the ready-made probes, which are documented to be for the JDK. */
    private static final String OWN = "sim.payload.library.";
    private static final String NOT_THERE = "is not there: the class has no such method";
    /** JDK 22 has a private {@code Method.invoke} beside the public one, which asks who calls it: the reason is the public one's. */
    private static final String HIDDEN = "is neither public nor protected: only the JDK itself calls it";
    private static final String ASKS_CALLER = "asks who calls it, and its calls are left as they are";

    private final Injection injection;
    private final Instrumentation instrumentation;
    private final WeavingReport report;
    private final LeftAlone leftAlone;
    private final UnmatchedProbes unmatched;

    private InjectedProbes(Instrumentation instrumentation, WeavingReport report, LeftAlone leftAlone) {
        this.injection = new Injection(report, leftAlone);
        this.instrumentation = instrumentation;
        this.report = report;
        this.leftAlone = leftAlone;
        this.unmatched = new UnmatchedProbes(injection, report);
    }

    /**
     * Checks what can be wrong about the options, before anything is changed.
     *
     * @throws OptionException if the path of the probes is wrong
     */
    public static void check(Options options) {
        path(options.list(Option.PAYLOAD_PROBES_PATH));
    }

    /**
     * Begins to put the probes into classes.
     *
     * @throws OptionException if the path of the probes is wrong
     */
    public static InjectedProbes begin(Options options, Instrumentation instrumentation, WeavingReport report,
            LeftAlone leftAlone) {
        InjectedProbes probes = new InjectedProbes(instrumentation, report, leftAlone);
        URL[] path = path(options.list(Option.PAYLOAD_PROBES_PATH));
        ProbeClasses.usePath(path);
        List<Interception> found = new ArrayList<>();
        try (URLClassLoader files = new URLClassLoader(path, ClassLoader.getSystemClassLoader())) {
            for (String probe : names(options, files)) {
                found.addAll(probes.read(probe, files));
            }
        } catch (IOException failure) {
            report.misplaced(LIST, "cannot be read: " + failure);
        }
        instrumentation.addTransformer(probes.injection, true);
        try {
            probes.add(found);
            Scripts.begin(options, probes, report);
            report.countUnmatched(probes.unmatched::count);
        } catch (Throwable failure) {
            probes.end();
            throw failure;
        }
        return probes;
    }

    /**
     * Reports at the program's end which probes have found nothing. To be called once the collector has registered its last shipment: the
     * task that is added last runs first.
     */
    public void sayAtExit() {
        AtExit.run(unmatched::say);
    }

    private static URL[] path(List<String> files) {
        List<URL> urls = new ArrayList<>();
        for (String each : files) {
            Path file = Path.of(each).toAbsolutePath();
            if (!Files.isReadable(file)) {
                throw new OptionException(Option.PAYLOAD_PROBES_PATH.label() + "=" + each + " cannot be read as " + file
                        + ": name jars or folders with probe classes, joined by '+'");
            }
            try {
                urls.add(file.toUri().toURL());
            } catch (MalformedURLException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
        return urls.toArray(URL[]::new);
    }

    private static Set<String> names(Options options, ClassLoader files) throws IOException {
        Set<String> names = new LinkedHashSet<>(options.list(Option.PAYLOAD_PROBES));
        names.addAll(Libraries.probes(options.list(Option.LIBRARIES)));
        for (URL list : Collections.list(files.getResources(LIST))) {
            try (InputStream content = list.openStream()) {
                new String(content.readAllBytes(), StandardCharsets.UTF_8).lines().map(String::strip)
                        .filter(line -> !line.isEmpty() && !line.startsWith("#")).forEach(names::add);
            }
        }
        return names;
    }

    private List<Interception> read(String probe, ClassLoader files) throws IOException {
        try (InputStream bytes = files.getResourceAsStream(probe.replace('.', '/') + CLASS)) {
            if (bytes == null) {
                report.misplaced(probe, "there is no such class: name one on the class path, or its jar in "
                        + Option.PAYLOAD_PROBES_PATH.label());
                return List.of();
            }
            return ProbeFile.read(bytes.readAllBytes(), wrong -> report.misplaced(probe, wrong));
        }
    }

    /** Adds interceptions, also to classes that are loaded already. */
    void add(List<Interception> found) {
        for (Interception each : found) {
            look(each);
        }
        List<Interception> all = new ArrayList<>(injection.wanted());
        all.addAll(found);
        injection.want(all);
        again(found);
    }

    /** Removes an interception. */
    void remove(Interception gone) {
        List<Interception> all = new ArrayList<>(injection.wanted());
        all.remove(gone);
        injection.want(all);
        again(List.of(gone));
    }

    static boolean isOfTheJdk(Class<?> type) {
        return type.getClassLoader() == null || type.getClassLoader() == ClassLoader.getPlatformClassLoader();
    }

    private static String refusalAtCalls(Class<?> type) {
        return type.getName().startsWith("java.lang.invoke.")
                ? "is a method of the JDK that is called in a way of its own"
                : null;
    }

    private boolean isAtCalls(Interception one) {
        return injection.isAtCalls(one);
    }

    /** A loaded class by its name; null if it is not loaded. */
    Class<?> loaded(String name) {
        for (Class<?> each : instrumentation.getAllLoadedClasses()) {
            if (each.getName().equals(name)) {
                return each;
            }
        }
        return null;
    }

    /** The loaded classes that may have methods of an interception. */
    List<Class<?>> concerned(Interception one) {
        List<Class<?>> all = new ArrayList<>();
        Class<?> called = isAtCalls(one) ? ofTheJdk(one) : null;
        if (called != null) {
            all.add(called); // calls of other JDK classes with the method are intercepted in the same way
        }
        for (Class<?> each : instrumentation.getAllLoadedClasses()) {
            if (!each.isArray() && !isOfTheJdk(each) && Injection.concerns(List.of(one), each)) {
                all.add(each);
            }
        }
        return all;
    }

    /** Why a method of a loaded class cannot be intercepted; null if it can. */
    String refusal(Class<?> type, ClassShape.Method method, ClassShape shape) {
        if (isOfTheJdk(type)) {
            return AskedCaller.isIn(type, method.name(), method.descriptor()) ? ASKS_CALLER : refusalAtCalls(type);
        }
        if (!instrumentation.isModifiableClass(type)) {
            return "is in a class that the JVM does not allow to change";
        }
        WeavingSkip skip = leftAlone.why(type.getClassLoader(), type.getName().replace('.', '/'),
                type.getProtectionDomain());
        return skip != null
                ? "is in a class that is left alone (" + skip.label() + ")"
                : InjectedBodies.refusal(method.access(), shape.version(), method.descriptor());
    }

    /** Removes all interceptions, also from loaded classes. */
    public void end() {
        Scripts.end();
        unmatched.end();
        List<Interception> all = injection.wanted();
        injection.want(List.of());
        again(all);
        instrumentation.removeTransformer(injection);
    }

    private boolean calls(List<Interception> atCalls, Class<?> type) {
        return !atCalls.isEmpty() && !isOfTheJdk(type)
                && leftAlone.why(type.getClassLoader(), type.getName().replace('.', '/'),
                        type.getProtectionDomain()) == null
                && Injection.isCalledBy(atCalls, type);
    }

    /** Reports what can be known about an interception before any class is loaded. */
    private void look(Interception wanted) {
        String owner = wanted.method().owner();
        if (wanted.method().isOfTheJdk()) {
            String wrong = wrongAtCalls(wanted);
            if (wrong != null) {
                injection.misplaced(wanted, wanted.method() + " " + wrong);
            } else if (!wanted.probe().startsWith(OWN)) {
                report.told(wanted.said(),
                        wanted.method() + " is of the JDK, which is not woven: its calls in woven code"
                                + " are intercepted");
            }
        } else if (ClassLoader.getSystemClassLoader().getResource(owner + CLASS) == null
                && loaded(owner.replace('/', '.')) == null) {
            // This is no failure. In a jar with its own class loader, such as Spring Boot's, it happens for each class.
            report.told(wanted.said(), wanted.method() + " is not on the class path: it is recorded where another class"
                    + " loader of the application has it");
        }
    }

    private static Class<?> ofTheJdk(Interception wanted) {
        try {
            return Class.forName(wanted.method().owner().replace('/', '.'), false,
                    ClassLoader.getPlatformClassLoader());
        } catch (ClassNotFoundException | LinkageError missing) {
            return null;
        }
    }

    /** Why no call of the method can be intercepted; null if some can. */
    private static String wrongAtCalls(Interception wanted) {
        Class<?> owner = ofTheJdk(wanted);
        if (owner == null) {
            return "cannot be found";
        }
        if (refusalAtCalls(owner) != null) {
            return refusalAtCalls(owner);
        }
        String wrong = NOT_THERE;
        for (Class<?> at = owner; at != null; at = at.getSuperclass()) {
            for (Executable each : wanted.method().method().equals("<init>")
                    ? at.getDeclaredConstructors()
                    : at.getDeclaredMethods()) {
                if (wanted.method().selects(each)) {
                    if ((each.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) == 0) {
                        wrong = wrong == NOT_THERE ? HIDDEN : wrong;
                    } else if (each instanceof Method method && AskedCaller.asks(method)) {
                        wrong = ASKS_CALLER;
                    } else if (!Modifier.isAbstract(each.getModifiers()) || wanted.method().subtypes()) {
                        return null;
                    } else {
                        wrong = "is abstract: ask for those of its subtypes";
                    }
                }
            }
        }
        return wrong;
    }

    private void again(List<Interception> some) {
        if (some.isEmpty()) {
            return;
        }
        List<Interception> atCalls = some.stream().filter(this::isAtCalls).toList();
        for (Class<?> each : instrumentation.getAllLoadedClasses()) {
            if (each.getClassLoader() != null && !each.isArray() && instrumentation.isModifiableClass(each)
                    && (Injection.concerns(some, each) || calls(atCalls, each))) {
                try {
                    instrumentation.retransformClasses(each);
                } catch (Throwable refusal) {
                    report.misplaced(some.get(0).said(), each.getName() + " is loaded and cannot be changed: "
                            + refusal);
                }
            }
        }
    }
}
