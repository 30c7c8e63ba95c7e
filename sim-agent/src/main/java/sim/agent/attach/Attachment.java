package sim.agent.attach;

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import sim.agent.cache.Kept;
import sim.agent.intercept.InjectedProbes;
import sim.agent.intercept.Scripts;
import sim.agent.loading.LoadingHook;
import sim.agent.loading.LogLoading;
import sim.agent.select.LeftAlone;
import sim.agent.start.InternalPackages;
import sim.agent.start.NeededModules;
import sim.agent.start.OtherWeaver;
import sim.agent.start.Preparation;
import sim.agent.weave.LateWeaver;
import sim.base.config.Option;
import sim.base.config.OptionException;
import sim.base.config.Options;
import sim.metrics.probe.Metering;
import sim.metrics.weaving.WeavingReport;

/**
 * SIM in a JVM that was started without it, from the attaching to the detaching. Works on a thread of its own, beside the running program.
 */
public final class Attachment {
    /** How many classes are changed while the program's threads are stopped once. One stop then lasts a few ms. */
    private static final int AT_ONCE = 20;
    private static final String CLASS = ".class";
    /** The weaver configuration. A JVM can have only one, because the weaver reads it once for each loader. */
    private static String configuration;
    /** What it was asked to meter by packages; a part of that configuration. */
    private static List<String> packages;

    /** A client sends this in place of options to detach. */
    private static final String DETACH = "detach";
    /** A client sends this, followed by a file that says what to do with a script, in place of options. */
    private static final String SCRIPT = "script:";
    /**
     * The system property in which a client finds what was done, in lines. If nothing was done, the first line begins with {@link
     * #REFUSED}.
     */
    private static final String REPORT = "simattach.report";
    private static final String REFUSED = "refused: ";

    private static Attachment current;
    private static boolean forbidden;

    private final Instrumentation instrumentation;
    private final AttachedWeaving weaving;
    /** Null until it is set, and where there is none. */
    private LoadingHook loading;
    private LogLoading logs;
    /** Null until they are begun. */
    private InjectedProbes probes;
    private final WeavingReport report = WeavingReport.ofJvm();
    /** Why classes could not be changed, by class. */
    private final Map<String, String> refused = new TreeMap<>();

    private Attachment(Instrumentation instrumentation, AttachedWeaving weaving) {
        this.instrumentation = instrumentation;
        this.weaving = weaving;
    }

    /** Forbids attaching: the agent has been there from the start. */
    public static synchronized void forbid() {
        forbidden = true;
    }

    /** Does what a client asks for, and reports what was done. Never throws. */
    public static synchronized void obey(String argument, Instrumentation instrumentation) {
        List<String> lines;
        try {
            lines = done(argument == null ? "" : argument, instrumentation);
        } catch (OptionException wrong) {
            lines = List.of(REFUSED + wrong.getMessage());
        } catch (Throwable failure) {
            lines = List.of(REFUSED + "the agent failed, and the application continues: " + failure);
        }
        System.setProperty(REPORT, String.join("\n", lines));
    }

    private static List<String> done(String argument, Instrumentation instrumentation) throws Exception {
        if (argument.startsWith(SCRIPT)) {
            return Scripts.obey(Path.of(argument.substring(SCRIPT.length())));
        }
        return DETACH.equals(argument) ? detach() : attach(argument, instrumentation);
    }

    private static List<String> attach(String argument, Instrumentation instrumentation) throws Exception {
        if (forbidden) {
            throw new OptionException("SIM was started with this JVM (-javaagent) and meters it already");
        }
        if (current != null) {
            throw new OptionException("SIM is attached to this JVM already; detach it first");
        }
        System.clearProperty(REPORT);
        Options options = Options.load(argument, System.getProperties());
        current = begin(options, instrumentation);
        return current.said();
    }

    private static List<String> detach() {
        if (current == null) {
            throw new OptionException("SIM is not attached to this JVM");
        }
        Attachment ending = current;
        current = null;
        return ending.end();
    }

    /** Begins to meter. Throws {@link OptionException} if the options or the JVM do not allow it. */
    static Attachment begin(Options options, Instrumentation instrumentation) throws Exception {
        NeededModules.check();
        checkWeaver(instrumentation);
        checkConfiguration(options);
        InjectedProbes.check(options);
        InternalPackages.open(instrumentation);
        LateWeaver weaver = Preparation.of(options, instrumentation, Kept.NOTHING);
        weaver.begin();
        configuration = options.text(Option.AOP);
        packages = options.list(Option.PACKAGES);
        if (!Metering.attach(options)) {
            throw new OptionException("the runtime cannot be started, or runs with enabled=false");
        }
        Attachment attachment = null;
        try {
            WeavingReport report = WeavingReport.ofJvm();
            LeftAlone leftAlone = new LeftAlone(report, options.list(Option.WEAVE_SKIP), false);
            attachment = new Attachment(instrumentation, new AttachedWeaving(weaver, report, leftAlone));
            attachment.meter(options, leftAlone);
            return attachment;
        } catch (Throwable failure) { // half attached, it could be neither detached nor attached again
            if (attachment == null) {
                Metering.runtime().detach();
            } else {
                attachment.end();
            }
            throw failure;
        }
    }

    private void meter(Options options, LeftAlone leftAlone) {
        logs = LogLoading.install(options, instrumentation);
        loading = LoadingHook.install(instrumentation, Kept.NOTHING);
        instrumentation.addTransformer(weaving, true);
        change(toBeProbed());
        probes = InjectedProbes.begin(options, instrumentation, report, leftAlone);
        probes.sayAtExit();
        EarlyApi.say(instrumentation, report);
    }

    /** Refuses to attach beside AspectJ's own agent: both would weave the aspects of each {@code META-INF/aop.xml}. */
    private static void checkWeaver(Instrumentation instrumentation) {
        for (Class<?> each : instrumentation.getInitiatedClasses(ClassLoader.getSystemClassLoader())) {
            if (each.getName().equals(OtherWeaver.AGENT)) {
                throw new OptionException("AspectJ's weaver already runs in this JVM; start the JVM with SIM's"
                        + " agent instead of it (-javaagent)");
            }
        }
    }

    private static void checkConfiguration(Options options) {
        if (options.isOn(Option.JFR_CONTEXTS) || options.isOn(Option.JFR_STREAM)) {
            throw new OptionException("jfr.contexts and jfr.stream need the agent from the start of the JVM"
                    + " (-javaagent); leave them out");
        }
        String aop = options.text(Option.AOP);
        if (configuration != null && !configuration.equals(aop)) {
            throw new OptionException("aop=" + aop + " comes too late: in this JVM the weaver has read "
                    + (configuration.isEmpty() ? "only the configurations on the class path" : configuration)
                    + ", and reads it once; give the same aop=, or restart the program");
        }
        List<String> asked = options.list(Option.PACKAGES);
        if (packages != null && !packages.equals(asked)) {
            throw new OptionException("packages=" + String.join("+", asked) + " comes too late: in this JVM the weaver"
                    + " has read a configuration for '" + String.join("+", packages)
                    + "', and reads it once; give the same packages=, or restart the program");
        }
    }

    /**
     * Ends metering. Restores the program's classes, ships what was metered, and stops all threads of SIM.
     *
     * @return what could not be done, in lines for a person
     */
    List<String> end() {
        List<String> lines = new ArrayList<>();
        boolean isShipped;
        try {
            restore(lines);
        } finally { // no thread of SIM's stays, whatever becomes of the classes
            isShipped = Metering.runtime().detach();
        }
        if (!isShipped) {
            lines.add("the last measurements could not be shipped; the program's standard error says how many and why");
        }
        return lines;
    }

    private void restore(List<String> lines) {
        if (probes != null) {
            probes.end();
        }
        weaving.end();
        refused.clear();
        List<Class<?>> changed = new ArrayList<>();
        for (Class<?> each : instrumentation.getAllLoadedClasses()) {
            if (weaving.probesIn(each) > 0) {
                changed.add(each);
            }
        }
        change(changed);
        instrumentation.removeTransformer(weaving);
        if (logs != null) {
            logs.remove(instrumentation);
        }
        if (loading != null) {
            loading.remove(instrumentation);
        }
        lines.add(changed.size() - refused.size() + " classes are restored");
        refused.forEach((type, why) -> lines.add("keeps its probes: " + type + ": " + why));
    }

    /** What a person who attaches wants to know, in lines. */
    List<String> said() {
        List<String> lines = new ArrayList<>();
        int methods = 0;
        int classes = 0;
        for (Class<?> each : instrumentation.getAllLoadedClasses()) {
            int probes = refused.containsKey(each.getName()) ? 0 : weaving.probesIn(each);
            methods += probes;
            classes += probes == 0 ? 0 : 1;
        }
        lines.add("metered: " + methods + " methods of " + classes
                + " loaded classes; those of classes that are loaded later as well");
        for (WeavingReport.Unwoven each : report.unwoven()) {
            lines.add("not reached (" + each.reason() + "): " + each.type() + ": " + each.what());
        }
        refused.forEach((type, why) -> lines.add("not reached (refused): " + type + ": " + why));
        return lines;
    }

    /** The loaded classes in which a method is selected, or may be. For a class without a file, that is known only when it is changed. */
    private List<Class<?>> toBeProbed() {
        List<Class<?>> chosen = new ArrayList<>();
        for (Class<?> each : instrumentation.getAllLoadedClasses()) {
            ClassLoader loader = each.getClassLoader();
            if (loader == null || each.isArray() || !instrumentation.isModifiableClass(each)) {
                continue;
            }
            byte[] bytes = file(loader, each.getName().replace('.', '/'));
            if (bytes == null || !weaving.choose(loader, each.getName().replace('.', '/'),
                    each.getProtectionDomain(), bytes).isEmpty()) {
                chosen.add(each);
            }
        }
        return chosen;
    }

    private static byte[] file(ClassLoader loader, String name) {
        try (InputStream in = loader.getResourceAsStream(name + CLASS)) {
            return in == null ? null : in.readAllBytes();
        } catch (IOException | RuntimeException | LinkageError unreadable) {
            return null;
        }
    }

    private void change(List<Class<?>> classes) {
        for (int from = 0; from < classes.size(); from += AT_ONCE) {
            List<Class<?>> some = classes.subList(from, Math.min(classes.size(), from + AT_ONCE));
            try {
                instrumentation.retransformClasses(some.toArray(Class<?>[]::new));
            } catch (Throwable oneOfThem) {
                some.forEach(this::change);
            }
        }
    }

    private void change(Class<?> type) {
        try {
            instrumentation.retransformClasses(type);
        } catch (Throwable refusal) {
            refused.put(type.getName(), refusal.toString());
        }
    }
}
