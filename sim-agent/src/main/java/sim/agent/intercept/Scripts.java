package sim.agent.intercept;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.TreeSet;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Type;
import sim.agent.inject.ClassShape;
import sim.agent.inject.Compilers;
import sim.agent.inject.Interception;
import sim.agent.inject.ParameterNames;
import sim.agent.inject.Script;
import sim.agent.inject.ScriptException;
import sim.agent.inject.ScriptTelemetry;
import sim.base.config.Option;
import sim.base.config.OptionException;
import sim.base.config.Options;
import sim.payload.recording.RemoteScripts;
import sim.metrics.weaving.WeavingReport;
import sim.model.payload.ScriptAnswer;
import sim.model.payload.ScriptRequest;
import sim.model.text.Text;

/**
 * The scripts of this JVM: those in its options, and those that people add and remove while it runs. Runs on the attachment's thread, or on
 * the one that obeys the agent server; on one of them at a time.
 */
public final class Scripts {
    private static final String PREFIX = "sim.payload.script.";
    private static final String TELEMETRY = "telemetry";
    private static final List<String> KEYS = List.of("pointcut", "expression", "split", TELEMETRY, "in", "unit",
            "scale",
            "stacked");
    private static final int MOST = 100;
    /** The most methods that an answer names. */
    private static final int MOST_SHOWN = 50;
    /** The most characters of a text in an answer to the agent server. */
    private static final int LONGEST_TEXT = 4_000;
    /** The most characters of an expression in the list of all scripts. */
    private static final int LONGEST_SHOWN = 300;

    private static Scripts current;

    private final InjectedProbes probes;
    private final Map<String, Added> added = new TreeMap<>();

    /** @param interception null if the script has only telemetries */
    private record Added(Script script, Interception interception) {}

    private Scripts(InjectedProbes probes) {
        this.probes = probes;
    }

    /**
     * Adds the scripts of the options. One that is wrong is reported and left out.
     *
     * @throws OptionException if the compiler's jar cannot be read
     */
    static synchronized void begin(Options options, InjectedProbes probes, WeavingReport report) {
        Compilers.use(options.text(Option.PAYLOAD_SCRIPTS_COMPILER));
        Scripts scripts = new Scripts(probes);
        Map<String, Properties> written = new TreeMap<>();
        options.settings().forEach((property, value) -> {
            int dot = property.indexOf('.', PREFIX.length());
            if (property.startsWith(PREFIX) && dot > 0) {
                written.computeIfAbsent(property.substring(PREFIX.length(), dot), any -> new Properties())
                        .setProperty(property.substring(dot + 1), value);
            }
        });
        written.forEach((name, script) -> {
            try {
                TreeSet<String> unknown = new TreeSet<>(script.stringPropertyNames());
                unknown.removeAll(KEYS);
                unknown.removeIf(each -> each.startsWith(TELEMETRY + "."));
                if (!unknown.isEmpty()) {
                    throw new IllegalArgumentException(
                            unknown + " is no setting of a script; the settings are " + KEYS);
                }
                scripts.put(scripts.script(name, script));
            } catch (IllegalArgumentException wrong) {
                report.misplaced("script " + name, "is off: " + wrong.getMessage());
            }
        });
        current = scripts;
        RemoteScripts.use(new AskedScripts(options.isOn(Option.PAYLOAD_SCRIPTS_REMOTE))::answer);
    }

    static synchronized void end() {
        RemoteScripts.use(null);
        current = null;
    }

    private Script script(String name, Properties written) {
        List<ScriptTelemetry> telemetries = telemetries(written);
        return telemetries.isEmpty() || written.containsKey("pointcut")
                ? Script.of(name, written.getProperty("pointcut"), written.getProperty("expression"),
                        flag(written, "split")).with(telemetries)
                : Script.of(name, telemetries);
    }

    /** Reads telemetries: a single one is {@code telemetry}, one of several is {@code telemetry.LINE}. */
    private List<ScriptTelemetry> telemetries(Properties written) {
        List<ScriptTelemetry> found = new ArrayList<>();
        for (String each : new TreeSet<>(written.stringPropertyNames())) {
            if (each.equals(TELEMETRY) || each.startsWith(TELEMETRY + ".")) {
                found.add(telemetry(written.getProperty(each), written.getProperty("in", ""),
                        new ScriptRequest.Telemetry(each.substring(Math.min(each.length(), TELEMETRY.length() + 1)),
                                written.getProperty("unit", ""), number(written, "scale"),
                                flag(written, "stacked"))));
            }
        }
        return found;
    }

    private ScriptTelemetry telemetry(String expression, String in, ScriptRequest.Telemetry shown) {
        return ScriptTelemetry.of(expression, in, shown, probes::loaded);
    }

    private static boolean flag(Properties written, String key) {
        String value = written.getProperty(key, "false");
        if (!value.equalsIgnoreCase("true") && !value.equalsIgnoreCase("false")) {
            throw new IllegalArgumentException(key + "=" + Text.cut(value, 100) + " must be true or false");
        }
        return Boolean.parseBoolean(value);
    }

    private static int number(Properties written, String key) {
        String value = written.getProperty(key, "0");
        if (!value.matches("-?\\d{1,3}")) {
            throw new IllegalArgumentException(key + "=" + Text.cut(value, 100) + " must be a whole number");
        }
        return Integer.parseInt(value);
    }

    private void put(Script script) {
        if (added.size() >= MOST && !added.containsKey(script.name())) {
            throw new IllegalArgumentException("there are " + MOST + " scripts already: remove one");
        }
        remove(script.name());
        Interception wanted = script.method() == null ? null : script.interception();
        added.put(script.name(), new Added(script, wanted));
        if (wanted != null) {
            probes.add(List.of(wanted));
        }
        if (!script.telemetries().isEmpty()) {
            script.meet();
        }
    }

    private boolean remove(String name) {
        Added known = added.remove(name);
        if (known == null) {
            return false;
        }
        known.script.record(false);
        if (known.interception != null) {
            probes.remove(known.interception);
        }
        return true;
    }

    /**
     * Does what a person asks for in a file. Its {@code action} is {@code try}, {@code add}, {@code remove} or {@code list}.
     *
     * @return lines for that person
     * @throws OptionException saying why it was not done
     */
    public static synchronized List<String> obey(Path file) {
        if (current == null) {
            throw new OptionException("SIM is not in this JVM: start it with -javaagent, or attach it first");
        }
        Properties asked = new Properties();
        try (InputStream content = Files.newInputStream(file)) {
            asked.load(content);
        } catch (IOException | IllegalArgumentException unreadable) {
            throw new OptionException("the script cannot be read: " + unreadable);
        }
        String name = asked.getProperty("name", "");
        return switch (asked.getProperty("action", "")) {
            case "list" -> current.list();
            case "remove" -> current.removed(name);
            case "try" -> current.tried(asked, name, false);
            default -> current.tried(asked, name, true);
        };
    }

    private List<String> list() {
        return added.isEmpty()
                ? List.of("no scripts")
                : running().stream().map(each -> each.name() + ": " + each.method()).toList();
    }

    private List<String> removed(String name) {
        if (!remove(name)) {
            throw new OptionException("there is no script " + name + "; there are " + added.keySet());
        }
        return List.of("removed " + name + ": the methods are restored");
    }

    private List<String> tried(Properties asked, String name, boolean adds) {
        try {
            return List.of(tried(joined(script(name, asked)), adds));
        } catch (IllegalArgumentException | ScriptException wrong) {
            throw new OptionException("script " + name + ": " + wrong.getMessage());
        }
    }

    /** Adds telemetries without a method to the script that already has their name. */
    private Script joined(Script asked) {
        Added known = added.get(asked.name());
        return known == null || asked.method() != null ? asked : known.script.with(asked.telemetries());
    }

    private String tried(Script script, boolean adds) throws ScriptException {
        boolean waits = false;
        for (ScriptTelemetry each : script.telemetries()) {
            waits |= !each.compile();
        }
        List<String> reached = script.method() == null ? List.of() : reach(script);
        if (adds) {
            put(script);
            script.record(true);
        }
        if (script.method() == null) {
            return waits
                    ? "the class it is written for is not loaded yet: it is compiled when it is"
                    : (adds ? "is" : "can be") + " asked once a second";
        }
        int more = reached.size() - MOST_SHOWN;
        return reached.isEmpty()
                ? "no loaded class has " + script.method() + " yet: it is compiled when one is loaded"
                : (adds ? "runs" : "can run") + " at "
                        + String.join(", ", more > 0 ? reached.subList(0, MOST_SHOWN) : reached)
                        + (more > 0 ? " and " + more + " more" : "");
    }

    /** Does what somebody at the agent server asks for. Never throws. */
    static synchronized ScriptAnswer answer(ScriptRequest asked) {
        List<ScriptAnswer.Method> methods = List.of();
        boolean done = true;
        String text;
        try {
            if (current == null) {
                throw new OptionException("SIM was detached from this JVM");
            }
            text = switch (asked.action()) {
                case LIST -> "";
                case REMOVE -> current.removed(asked.name()).get(0);
                case LOOK -> {
                    methods = current.look(asked.method());
                    yield methods.isEmpty() ? "no loaded class has " + asked.method() + " yet" : "";
                }
                case TRY -> current.tried(current.script(asked), false);
                case ADD -> current.tried(current.script(asked), true);
            };
        } catch (IllegalArgumentException | ScriptException wrong) {
            done = false;
            text = wrong.getMessage();
        }
        return new ScriptAnswer(asked.number(), done, Text.cut(text, LONGEST_TEXT), methods,
                current == null ? List.of() : current.running());
    }

    private Script script(ScriptRequest asked) {
        return asked.telemetry() == null
                ? Script.of(asked.name(), asked.method(), asked.expression(), asked.splits())
                : joined(Script.of(asked.name(),
                        List.of(telemetry(asked.expression(), asked.method(), asked.telemetry()))));
    }

    private List<ScriptAnswer.Script> running() {
        List<ScriptAnswer.Script> all = new ArrayList<>();
        for (Added known : added.values()) {
            Script each = known.script;
            if (each.method() != null) {
                all.add(new ScriptAnswer.Script(each.name(),
                        each.method() + (each.isStopped() ? ", switched off: it took more than it may" : ""),
                        Text.cut(each.expression(), LONGEST_SHOWN), each.splits()));
            }
            for (ScriptTelemetry number : each.telemetries()) {
                all.add(new ScriptAnswer.Script(each.name(), (TELEMETRY + " " + number.line()).strip(),
                        Text.cut(number.expression(), LONGEST_SHOWN), false));
            }
        }
        return all;
    }

    /** Describes the methods of loaded classes that a pointcut means. */
    private List<ScriptAnswer.Method> look(String written) {
        List<ScriptAnswer.Method> methods = new ArrayList<>();
        for (Found each : found(Script.of("look", written, "null", false))) {
            ClassShape.Method method = each.method;
            if (method != null && methods.size() < MOST_SHOWN) {
                methods.add(new ScriptAnswer.Method(each.type.getName() + "." + method.name() + said(method),
                        Type.getReturnType(method.descriptor()).getClassName(), types(method),
                        ParameterNames.of(each.type, method.name(), method.descriptor()),
                        each.refusal == null ? "" : each.refusal));
            } else if (method == null && each.refusal != null) {
                methods.add(new ScriptAnswer.Method(written, "", List.of(), List.of(), each.refusal));
            }
        }
        return methods;
    }

    /**
     * Compiles a script for each method of loaded classes that it means, and returns their names. Throws if there are such methods and none
     * can be reached.
     */
    private List<String> reach(Script script) throws ScriptException {
        List<String> reached = new ArrayList<>();
        String refusal = null;
        for (Found each : found(script)) {
            String method = each.method == null
                    ? each.type.getName()
                    : each.type.getName() + "." + each.method.name();
            if (each.refusal != null) {
                refusal = refusal == null || each.method != null ? method + " " + each.refusal : refusal;
            } else {
                boolean atCalls = InjectedProbes.isOfTheJdk(each.type);
                script.tryAt(atCalls ? null : each.type, each.type, each.method.name(), each.method.descriptor());
                reached.add((atCalls ? "calls in woven code of " : "") + method + said(each.method));
            }
        }
        if (reached.isEmpty() && refusal != null) {
            throw new IllegalArgumentException(refusal);
        }
        return reached;
    }

    /**
     * A method of a loaded class that a script means.
     *
     * @param method  null if the class has no such method
     * @param refusal why the method cannot be reached; null if it can
     */
    private record Found(Class<?> type, ClassShape.Method method, String refusal) {}

    private List<Found> found(Script script) {
        List<Found> found = new ArrayList<>();
        List<Class<?>> loaded = new ArrayList<>(probes.concerned(script.interception()));
        loaded.sort(Comparator.comparing(Class::getName));
        for (Class<?> type : loaded) {
            ClassShape shape = shape(type);
            List<ClassShape.Method> methods = shape == null ? List.of() : shape.selected(script.method());
            for (ClassShape.Method method : methods) {
                found.add(new Found(type, method, probes.refusal(type, method, shape)));
            }
            if (methods.isEmpty() && !script.method().subtypes()) {
                found.add(
                        new Found(type, null, "has no such method of its own: is it inherited? Name the class that has"
                                + " it, or its subtypes"));
            }
        }
        return found;
    }

    private static String said(ClassShape.Method method) {
        return "(" + String.join(", ", types(method)) + ")";
    }

    private static List<String> types(ClassShape.Method method) {
        return Arrays.stream(Type.getArgumentTypes(method.descriptor())).map(Type::getClassName).toList();
    }

    private static ClassShape shape(Class<?> type) {
        ClassLoader loader = type.getClassLoader() == null
                ? ClassLoader.getPlatformClassLoader()
                : type.getClassLoader();
        try (InputStream bytes = loader.getResourceAsStream(type.getName().replace('.', '/') + ".class")) {
            return bytes == null ? null : ClassShape.read(new ClassReader(bytes));
        } catch (IOException | RuntimeException unreadable) {
            return null;
        }
    }
}
