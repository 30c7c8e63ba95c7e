package sim.agent.inject;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup.ClassOption;
import java.lang.ref.WeakReference;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.function.Supplier;
import sim.model.payload.PayloadProbeEntry.Line;
import sim.model.payload.ScriptRequest;
import sim.payload.injected.telemetry.TelemetryUnit;

/**
 * A telemetry of a script: an expression whose value is a number of the application. The telemetry thread evaluates it once a second while
 * the script is recorded. Another thread compiles it at its first reading; until then it has no value.
 */
public final class ScriptTelemetry implements Callable<Object> {
    private static final int LONGEST_LINE = 200;

    final ScriptRequest.Telemetry shown;
    private final String expression;
    /** The class whose package it is compiled for; empty for no package. */
    private final String in;
    /** Finds a loaded class; null if it is not loaded. */
    private final Function<String, Class<?>> loaded;
    private volatile Future<Supplier<Class<?>>> made;

    private ScriptTelemetry(String expression, String in, ScriptRequest.Telemetry shown,
            Function<String, Class<?>> loaded) {
        this.expression = expression;
        this.in = in;
        this.shown = shown;
        this.loaded = loaded;
    }

    /**
     * Makes a telemetry from its text.
     *
     * @param expression in Java, a number; null while there is none
     * @param in         the class whose package it is compiled for; empty to see only what is public on the class path
     * @throws IllegalArgumentException saying what is wrong
     */
    public static ScriptTelemetry of(String expression, String in, ScriptRequest.Telemetry shown,
            Function<String, Class<?>> loaded) {
        Script.checkLength(expression);
        if (!in.isEmpty() && !in.matches("(\\w+\\.)*[\\w$]+")) {
            throw new IllegalArgumentException("'" + in + "' is no class: write it in full, such as shop.Orders");
        }
        String unit = shown.unit().isEmpty() ? TelemetryUnit.PLAIN.name() : shown.unit().toUpperCase(Locale.ROOT);
        if (Arrays.stream(TelemetryUnit.values()).noneMatch(each -> each.name().equals(unit))) {
            throw new IllegalArgumentException("the unit " + unit + " is none of "
                    + Arrays.toString(TelemetryUnit.values()));
        }
        if (shown.line().length() > LONGEST_LINE) {
            throw new IllegalArgumentException("the line's name has more than " + LONGEST_LINE + " characters");
        }
        return new ScriptTelemetry(expression, in,
                new ScriptRequest.Telemetry(shown.line(), unit, Line.scale(shown.scale()), shown.stacked()), loaded);
    }

    public String line() {
        return shown.line();
    }

    public String expression() {
        return expression;
    }

    /**
     * Compiles the expression, only to find out what is wrong.
     *
     * @return false if the class it is compiled for is not loaded yet
     * @throws ScriptException saying what is wrong with it
     */
    public boolean compile() throws ScriptException {
        Class<?> home = home();
        if (home == null && !in.isEmpty()) {
            return false;
        }
        ScriptSource.ofTelemetry(expression, home);
        return true;
    }

    private Class<?> home() {
        return in.isEmpty() ? null : loaded.apply(in);
    }

    /** The value now; null if there is none yet. */
    @Override
    public Object call() throws Exception {
        Future<Supplier<Class<?>>> known = made;
        if (known == null) {
            Class<?> home = home();
            made = home == null && !in.isEmpty() ? null : Script.WORKER.submit(() -> make(home));
            return null;
        }
        Class<?> type = known.isDone() ? of(known).get() : null;
        if (type == null && known.isDone()) {
            made = null; // it was unloaded with the class it was compiled for
        }
        return type == null ? null : ask(type);
    }

    private static Supplier<Class<?>> of(Future<Supplier<Class<?>>> known) throws Exception {
        try {
            return known.get();
        } catch (ExecutionException failure) {
            throw failure.getCause() instanceof Exception wrong ? wrong : failure;
        }
    }

    private static Object ask(Class<?> type) throws Exception {
        Method value = type.getDeclaredMethod(ScriptSource.METHOD);
        ScriptBudget budget = ScriptBudget.ofThread();
        Object answer = null;
        Throwable thrown = null;
        String spent;
        budget.begin();
        try {
            answer = value.invoke(null);
        } catch (InvocationTargetException failure) {
            thrown = failure.getCause();
        } finally {
            spent = budget.spent;
            budget.depth = 0;
        }
        if (spent != null) { // checked even if the script caught the error that ended it
            throw new ScriptException("it " + spent);
        }
        if (thrown != null) {
            throw thrown instanceof Exception failure ? failure : new ExecutionException(thrown);
        }
        return answer;
    }

    /** Makes the telemetry's class. It lives as long as the class it is compiled for, and does not keep that class alive. */
    private Supplier<Class<?>> make(Class<?> home) throws Exception {
        ScriptCode code = ScriptSource.ofTelemetry(expression, home);
        if (home == null) {
            Class<?> type = new Below().define(code.bytes());
            return () -> type;
        }
        return new WeakReference<Class<?>>(MethodHandles.privateLookupIn(home, MethodHandles.lookup())
                .defineHiddenClass(code.bytes(), true, ClassOption.STRONG).lookupClass())::get;
    }

    /** The loader of a telemetry without a package, which sees what is public on the class path. */
    private static final class Below extends ClassLoader {
        Below() {
            super("sim-script-telemetry", ClassLoader.getSystemClassLoader());
        }

        Class<?> define(byte[] bytes) {
            return defineClass(null, bytes, 0, bytes.length);
        }
    }
}
