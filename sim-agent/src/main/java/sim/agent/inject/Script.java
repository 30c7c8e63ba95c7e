package sim.agent.inject;

import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import sim.metrics.weaving.WeavingReport;

/**
 * A payload probe without a class: at one method an expression says what a call is about.
 */
public final class Script {
    private static final int LONGEST = 4_000;
    /** Compiles for methods that run: they do not wait. A thread while there is something to do. */
    private static final ThreadPoolExecutor WORKER = new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(1_000), Script::thread, new ThreadPoolExecutor.DiscardPolicy());
    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,60}");
    private static final Pattern METHOD = Pattern.compile(
            "(?:([\\w.$\\[\\]*]+)\\s+)?((?:\\w+\\.)*[\\w$]+)(\\+)?\\.(<init>|new|[\\w$]+)\\s*(?:\\(([^()]*)\\))?");
    private static final Pattern AT_END = Pattern.compile("\\b(result|error)\\b");
    /** Compiled for so many methods at most. */
    private static final int MOST_METHODS = 100;

    private final String name;
    private final String expression;
    private final boolean splits;
    private final MethodSelection method;
    private LoadedProbe probe;
    /** What it was compiled to, by the method it is for. */
    private final Map<String, byte[]> compiled = new ConcurrentHashMap<>();

    static {
        WORKER.allowCoreThreadTimeOut(true);
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(null, task, "sim-scripts", 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
        return thread;
    }

    private Script(String name, String expression, boolean splits, MethodSelection method) {
        this.name = name;
        this.expression = expression;
        this.splits = splits;
        this.method = method;
    }

    /**
     * A script as it is written.
     *
     * @param method     {@code shop.Orders.find(..)}, {@code shop.Store+.find(int, java.lang.String)}, or one in
     *                   {@code execution(* ...)}
     * @param expression of Java, over {@code target}, {@code $0}, the parameters' names, {@code result} and {@code error}
     * @throws IllegalArgumentException saying what is wrong
     */
    public static Script of(String name, String method, String expression, boolean splits) {
        if (name == null || !NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "a script's name has up to 61 letters, digits, '-' and '_', a letter first");
        }
        if (method == null || method.isBlank()) {
            throw new IllegalArgumentException("it has no method: write shop.Orders.find(..) as its pointcut");
        }
        if (expression == null || expression.isBlank() || expression.length() > LONGEST) {
            throw new IllegalArgumentException("its expression has " + (expression == null ? 0 : expression.length())
                    + " characters: it must have 1 to " + LONGEST);
        }
        if (splits && AT_END.matcher(expression).find()) {
            throw new IllegalArgumentException("a split begins before the call: there is no result and no error yet");
        }
        return new Script(name, expression, splits, select(method.strip()));
    }

    /**
     * The methods that a script's pointcut means.
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
                    + " such as shop.Orders.find(..) or shop.Store+.find(int, java.lang.String); of wildcards there is"
                    + " '(..)' for any parameters and '+' for subtypes alone");
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

    public MethodSelection method() {
        return method;
    }

    /** Whether it is to be worked out at the end of a call. */
    boolean isAtEnd() {
        return AT_END.matcher(expression).find();
    }

    /** What it asks for, as any probe does. */
    public Interception interception() {
        Handler handler = new Handler(name, "", isAtEnd() ? Point.EXIT : Point.ENTER, List.of());
        return new Interception("script " + name, splits ? Interception.Kind.SPLIT : Interception.Kind.PAYLOAD, method,
                false, !splits, true, List.of(handler), this);
    }

    /** How the runtime knows it. */
    synchronized LoadedProbe probe() {
        if (probe == null) {
            probe = new LoadedProbe(ScriptKeys.make(this));
        }
        return probe;
    }

    /** Somebody wants it recorded, or no longer. */
    public void record(boolean records) {
        if (records) {
            probe(); // it is met
            LoadedProbe.RUNTIME.startRecording(name, false);
        } else {
            LoadedProbe.RUNTIME.stopRecording(name);
        }
    }

    /**
     * Compiles it for a method, if it has not been before. The class is kept, nothing of it runs.
     *
     * @throws ScriptException saying what is wrong with it
     */
    public byte[] compile(Class<?> owner, String member, String descriptor) throws ScriptException {
        byte[] known = compiled.get(key(owner, member, descriptor));
        if (known == null) {
            known = new ScriptSource(this, owner, member, descriptor).compile();
            if (compiled.size() < MOST_METHODS) {
                compiled.put(key(owner, member, descriptor), known);
            }
        }
        return known;
    }

    private static String key(Class<?> owner, String member, String descriptor) {
        return owner.getName() + "@" + System.identityHashCode(owner.getClassLoader()) + "." + member + descriptor;
    }

    /** Begins at a method of the application: at once where it is compiled, else as soon as it is. */
    void place(Interception wanted, Site site, MethodHandles.Lookup caller, String descriptor) throws Exception {
        if (compiled.containsKey(key(site.owner, site.method, descriptor))) {
            site.add(placed(wanted, site, caller, descriptor));
            return;
        }
        WORKER.execute(() -> {
            try {
                site.add(placed(wanted, site, caller, descriptor));
            } catch (ScriptException wrong) {
                off(site, wrong.getMessage());
            } catch (Exception | LinkageError failure) {
                off(site, failure.toString());
            }
        });
    }

    private Placed placed(Interception wanted, Site site, MethodHandles.Lookup caller, String descriptor)
            throws Exception {
        MethodHandles.Lookup inside = caller.defineHiddenClass(compile(site.owner, site.method, descriptor), true);
        Method value = inside.lookupClass().getDeclaredMethods()[0];
        return Placed.of(wanted, inside.unreflect(value));
    }

    private void off(Site site, String why) {
        WeavingReport.ofJvm().misplaced("script " + name, "is off for " + site.owner.getName() + "." + site.method
                + ": " + why);
    }
}
