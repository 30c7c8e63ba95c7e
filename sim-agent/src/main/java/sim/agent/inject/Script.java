package sim.agent.inject;

import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import sim.base.failure.OwnThread;
import sim.metrics.weaving.WeavingReport;

/**
 * A payload probe without a class. At one method, an expression says what a call is about; or telemetries, which are expressions too, read
 * numbers of the application. A script may have both.
 */
public final class Script {
    private static final int LONGEST = 4_000;
    /** The most methods and telemetries that may wait to be compiled for. */
    static final int MOST_WAITING = 1_000;
    /**
     * Compiles for methods that are running and do not wait for it. Has one thread while there is work. If its queue is full it refuses the
     * task, and the caller reports that.
     */
    static final ThreadPoolExecutor WORKER = new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(MOST_WAITING), task -> OwnThread.of(task, "sim-scripts"),
            new ThreadPoolExecutor.AbortPolicy());
    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,60}");
    private static final Pattern METHOD = Pattern.compile(
            "(?:([\\w.$\\[\\]*]+)\\s+)?((?:\\w+\\.)*[\\w$]+)(\\+)?\\.(<init>|new|[\\w$]+)\\s*(?:\\(([^()]*)\\))?");
    private static final Pattern AT_END = Pattern.compile("\\b(result|error)\\b");
    private static final int MOST_TELEMETRIES = 64;
    /** The most methods for which a script is compiled. */
    private static final int MOST_METHODS = 100;

    private final String name;
    private final String expression;
    private final boolean splits;
    /** Null if the script has only telemetries. */
    private final MethodSelection method;
    private final List<ScriptTelemetry> telemetries;
    private LoadedProbe probe;
    /** The compiled code, by the method it is for. */
    private final Map<String, ScriptCode> compiled = new ConcurrentHashMap<>();

    static {
        WORKER.allowCoreThreadTimeOut(true);
    }

    private Script(String name, String expression, boolean splits, MethodSelection method,
            List<ScriptTelemetry> telemetries) {
        this.name = name;
        this.expression = expression;
        this.splits = splits;
        this.method = method;
        this.telemetries = telemetries;
    }

    /**
     * Makes a script that has only telemetries.
     *
     * @throws IllegalArgumentException saying what is wrong
     */
    public static Script of(String name, List<ScriptTelemetry> telemetries) {
        checkName(name);
        return new Script(name, "", false, null, List.of()).with(telemetries);
    }

    /**
     * A copy with more telemetries. Each replaces the one of the same line.
     *
     * @throws IllegalArgumentException if there are too many
     */
    public Script with(List<ScriptTelemetry> more) {
        Map<String, ScriptTelemetry> all = new LinkedHashMap<>();
        telemetries.forEach(each -> all.put(each.line(), each));
        more.forEach(each -> all.put(each.line(), each));
        if (all.size() > MOST_TELEMETRIES) {
            throw new IllegalArgumentException("it has more than " + MOST_TELEMETRIES + " telemetries");
        }
        return new Script(name, expression, splits, method, List.copyOf(all.values()));
    }

    /**
     * Makes a script from its text.
     *
     * @param method     {@code shop.Orders.find(..)}, {@code shop.Store+.find(int, java.lang.String)}, or one in {@code execution(* ...)}
     * @param expression in Java, over {@code target}, {@code $0}, the parameters' names, {@code result} and {@code error}
     * @throws IllegalArgumentException saying what is wrong
     */
    public static Script of(String name, String method, String expression, boolean splits) {
        checkName(name);
        if (method == null || method.isBlank()) {
            throw new IllegalArgumentException("it has no method: write shop.Orders.find(..) as its pointcut");
        }
        checkLength(expression);
        if (splits && AT_END.matcher(expression).find()) {
            throw new IllegalArgumentException("a split begins before the call: there is no result and no error yet");
        }
        return new Script(name, expression, splits, select(method.strip()), List.of());
    }

    private static void checkName(String name) {
        if (name == null || !NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "a script's name has up to 61 letters, digits, '-' and '_', a letter first");
        }
    }

    static void checkLength(String expression) {
        if (expression == null || expression.isBlank() || expression.length() > LONGEST) {
            throw new IllegalArgumentException("its expression has " + (expression == null ? 0 : expression.length())
                    + " characters: it must have 1 to " + LONGEST);
        }
    }

    /**
     * Parses a script's pointcut.
     *
     * @throws IllegalArgumentException saying what is wrong
     */
    public static MethodSelection select(String written) {
        String plain = written.startsWith("execution(") && written.endsWith(")")
                ? written.substring("execution(".length(), written.length() - 1).strip()
                : written;
        Matcher parts = METHOD.matcher(plain);
        if (!parts.matches()) {
            throw new IllegalArgumentException("'" + written
                    + "' is no method: write class, method and parameters in full,"
                    + " such as shop.Orders.find(..) or shop.Store+.find(int, java.lang.String); the only wildcards are"
                    + " '(..)' for any parameters and '+' for subtypes");
        }
        String parameters = parts.group(5) == null ? ".." : parts.group(5).strip();
        List<String> types = parameters.equals("..") ? null : new ArrayList<>();
        for (String each : types == null || parameters.isEmpty() ? new String[0] : parameters.split(",")) {
            types.add(each.strip());
        }
        String returned = parts.group(1) == null || parts.group(1).equals("*") ? "" : parts.group(1);
        return new MethodSelection(parts.group(2).replace('.', '/'),
                parts.group(4).equals("new") ? "<init>" : parts.group(4), types == null ? null : List.copyOf(types),
                returned, parts.group(3) != null);
    }

    public String name() {
        return name;
    }

    public String expression() {
        return expression;
    }

    public boolean splits() {
        return splits;
    }

    /** Null if the script has only telemetries. */
    public MethodSelection method() {
        return method;
    }

    public List<ScriptTelemetry> telemetries() {
        return telemetries;
    }

    /** Whether the script exceeded its budget and is no longer called. */
    public synchronized boolean isStopped() {
        return probe != null && probe.isStopped();
    }

    /** Makes the runtime meet the script soon, even if none of its methods has run. */
    public void meet() {
        try {
            WORKER.execute(this::probe);
        } catch (RejectedExecutionException busy) {
            probe();
        }
    }

    /** Whether the expression is evaluated at the end of a call. */
    boolean isAtEnd() {
        return AT_END.matcher(expression).find();
    }

    /** What the script wants at its methods, in the same form as a probe class. */
    public Interception interception() {
        Handler handler = new Handler(name, "", isAtEnd() ? Point.EXIT : Point.ENTER, List.of());
        return new Interception("script " + name, splits ? Interception.Kind.SPLIT : Interception.Kind.PAYLOAD, method,
                false, !splits, true, List.of(handler), this);
    }

    /** The script's probe in the runtime. */
    synchronized LoadedProbe probe() {
        if (probe == null) {
            probe = new LoadedProbe(ScriptKeys.make(this));
        }
        return probe;
    }

    /** Starts or stops recording the script. */
    public void record(boolean records) {
        if (records) {
            probe(); // makes the runtime meet it
            LoadedProbe.RUNTIME.startRecording(name, false);
        } else {
            LoadedProbe.RUNTIME.stopRecording(name);
        }
    }

    /**
     * Compiles the script for a method, unless that has been done. Keeps the class, and runs nothing of it.
     *
     * @param home  the class whose package the script is compiled for: the method's own class, or one that calls it; null for no package
     * @param owner the method's class
     * @throws ScriptException saying what is wrong with it
     */
    public void tryAt(Class<?> home, Class<?> owner, String member, String descriptor) throws ScriptException {
        compile(home, owner, member, descriptor);
    }

    ScriptCode compile(Class<?> home, Class<?> owner, String member, String descriptor) throws ScriptException {
        String key = key(home, owner, member, descriptor);
        ScriptCode known = compiled.get(key);
        if (known == null) {
            known = new ScriptSource(this, home, owner, member, descriptor).compile();
            if (compiled.size() < MOST_METHODS) {
                compiled.put(key, known);
            }
        }
        return known;
    }

    /** Names a compilation by the method and the place. For a method of the JDK, the place is the package of the caller. */
    private static String key(Class<?> home, Class<?> owner, String member, String descriptor) {
        return (home == owner ? "" : home == null ? " " : home.getPackageName()) + owner.getName() + "@"
                + System.identityHashCode((home == null ? owner : home).getClassLoader()) + "." + member + descriptor;
    }

    /**
     * Places the script at a method of the application, or at a call of a JDK method: at once if it has been compiled for that, otherwise
     * once it is.
     *
     * @param owner the method's class
     */
    void place(Interception wanted, Site site, Class<?> owner, MethodHandles.Lookup caller, String descriptor,
            Receivers receivers) throws Exception {
        if (compiled.containsKey(key(caller.lookupClass(), owner, site.method, descriptor))) {
            site.add(placed(wanted, site, owner, caller, descriptor, receivers));
            return;
        }
        try {
            WORKER.execute(() -> placeSoon(wanted, site, owner, caller, descriptor, receivers));
        } catch (RejectedExecutionException busy) {
            off(site, "more than " + MOST_WAITING + " methods wait for scripts to be compiled");
        }
    }

    private void placeSoon(Interception wanted, Site site, Class<?> owner, MethodHandles.Lookup caller,
            String descriptor, Receivers receivers) {
        try {
            site.add(placed(wanted, site, owner, caller, descriptor, receivers));
        } catch (ScriptException wrong) {
            off(site, wrong.getMessage());
        } catch (Exception | LinkageError failure) {
            off(site, failure.toString());
        }
    }

    private Placed placed(Interception wanted, Site site, Class<?> owner, MethodHandles.Lookup caller,
            String descriptor, Receivers receivers) throws Exception {
        ScriptCode code = compile(caller.lookupClass(), owner, site.method, descriptor);
        MethodHandles.Lookup inside = caller.defineHiddenClass(code.bytes(), true);
        for (Method each : inside.lookupClass().getDeclaredMethods()) {
            if (each.getName().equals(ScriptSource.METHOD)) { // its lambdas are further methods
                return Placed.of(wanted, receivers, inside.unreflect(each), code.counted());
            }
        }
        throw new IllegalStateException("a script without its method");
    }

    private void off(Site site, String why) {
        WeavingReport.ofJvm().misplaced("script " + name, "is off for " + site.owner.getName() + "." + site.method
                + ": " + why);
    }
}
