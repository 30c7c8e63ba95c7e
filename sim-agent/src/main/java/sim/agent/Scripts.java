package sim.agent;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.TreeSet;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Type;
import sim.agent.inject.ClassShape;
import sim.agent.inject.Interception;
import sim.agent.inject.Script;
import sim.agent.inject.ScriptException;
import sim.metrics.config.OptionException;
import sim.metrics.config.Options;
import sim.metrics.weaving.WeavingReport;

/**
 * The scripts of this JVM: those its options have, and those a person adds and removes while it runs. On the thread of the attachment,
 * one at a time.
 */
final class Scripts {
    private static final String PREFIX = "sim.payload.script.";
    private static final List<String> KEYS = List.of("pointcut", "expression", "split");
    private static final int MOST = 100;

    private static Scripts current;

    private final InjectedProbes probes;
    private final Map<String, Interception> added = new TreeMap<>();

    private Scripts(InjectedProbes probes) {
        this.probes = probes;
    }

    /** Those of the options; one that is wrong is said and left out. */
    static synchronized void begin(Options options, InjectedProbes probes, WeavingReport report) {
        Scripts scripts = new Scripts(probes);
        Map<String, Properties> written = new TreeMap<>();
        options.settings().forEach((property, value) -> {
            int dot = property.lastIndexOf('.');
            if (property.startsWith(PREFIX) && dot > PREFIX.length()) {
                written.computeIfAbsent(property.substring(PREFIX.length(), dot), any -> new Properties())
                        .setProperty(property.substring(dot + 1), value);
            }
        });
        written.forEach((name, script) -> {
            try {
                TreeSet<String> unknown = new TreeSet<>(script.stringPropertyNames());
                unknown.removeAll(KEYS);
                if (!unknown.isEmpty()) {
                    throw new IllegalArgumentException(unknown + " is no setting of a script; there are " + KEYS);
                }
                scripts.put(script(name, script));
            } catch (IllegalArgumentException wrong) {
                report.misplaced("script " + name, "is off: " + wrong.getMessage());
            }
        });
        current = scripts;
    }

    static synchronized void end() {
        current = null;
    }

    private static Script script(String name, Properties written) {
        return Script.of(name, written.getProperty("pointcut"), written.getProperty("expression"),
                Boolean.parseBoolean(written.getProperty("split")));
    }

    private void put(Script script) {
        if (added.size() >= MOST && !added.containsKey(script.name())) {
            throw new IllegalArgumentException("there are " + MOST + " scripts already: remove one");
        }
        remove(script.name());
        Interception wanted = script.interception();
        added.put(script.name(), wanted);
        probes.add(List.of(wanted));
    }

    private boolean remove(String name) {
        Interception known = added.remove(name);
        if (known == null) {
            return false;
        }
        known.script().record(false);
        probes.remove(known);
        return true;
    }

    /**
     * Does what a person asked for, by a file: {@code action} is {@code try}, {@code add}, {@code remove} or {@code list}.
     *
     * @return lines for that person
     * @throws OptionException saying why it is not done
     */
    static synchronized List<String> obey(Path file) {
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
                : added.values().stream().map(each -> each.script().name() + ": " + each.method()).toList();
    }

    private List<String> removed(String name) {
        if (!remove(name)) {
            throw new OptionException("there is no script " + name + "; there are " + added.keySet());
        }
        return List.of("removed " + name + ": the methods are as they were");
    }

    private List<String> tried(Properties asked, String name, boolean adds) {
        try {
            Script script = script(name, asked);
            List<String> reached = reach(script);
            if (adds) {
                put(script);
                script.record(true);
            }
            List<String> lines = new ArrayList<>();
            lines.add(reached.isEmpty()
                    ? "no loaded class has " + script.method() + " yet: it is compiled when one is loaded"
                    : (adds ? "runs" : "can run") + " at " + String.join(", ", reached));
            return lines;
        } catch (IllegalArgumentException | ScriptException wrong) {
            throw new OptionException("script " + name + ": " + wrong.getMessage());
        }
    }

    /** The methods of loaded classes it is for, for each of which it is compiled; throws where there are some and none can be reached. */
    private List<String> reach(Script script) throws ScriptException {
        List<String> reached = new ArrayList<>();
        String refusal = null;
        List<Class<?>> loaded = new ArrayList<>(probes.concerned(script.interception()));
        loaded.sort(Comparator.comparing(Class::getName));
        for (Class<?> type : loaded) {
            ClassShape shape = shape(type);
            List<ClassShape.Method> methods = shape == null ? List.of() : shape.selected(script.method());
            for (ClassShape.Method method : methods) {
                String why = probes.refusal(type, method, shape);
                if (why == null) {
                    script.compile(type, method.name(), method.descriptor());
                    reached.add(type.getName() + "." + method.name() + said(method));
                } else {
                    refusal = type.getName() + "." + method.name() + " " + why;
                }
            }
            if (methods.isEmpty() && refusal == null && !script.method().subtypes()) {
                refusal = type.getName() + " has no such method of its own: is it inherited? Name the class that has"
                        + " it, or its subtypes";
            }
        }
        if (reached.isEmpty() && refusal != null) {
            throw new IllegalArgumentException(refusal);
        }
        return reached;
    }

    private static String said(ClassShape.Method method) {
        List<String> types = new ArrayList<>();
        for (Type each : Type.getArgumentTypes(method.descriptor())) {
            types.add(each.getClassName());
        }
        return "(" + String.join(", ", types) + ")";
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
