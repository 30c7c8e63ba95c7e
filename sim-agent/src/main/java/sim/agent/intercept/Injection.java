package sim.agent.intercept;

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.ClassFileTransformer;
import java.nio.charset.StandardCharsets;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.objectweb.asm.ClassReader;
import sim.agent.code.Hierarchy;
import sim.agent.inject.ClassShape;
import sim.agent.inject.Interception;
import sim.agent.inject.Selections;
import sim.agent.probe.Acceptance;
import sim.agent.select.LeftAlone;
import sim.metrics.probe.ClassLoading;
import sim.metrics.weaving.WeavingReport;

/**
 * Puts injected probes into classes as they are loaded, and into loaded classes that are transformed again. Runs after the weaver, which
 * may have added the method's own probe. On the thread that loads the class. Never throws.
 */
final class Injection implements ClassFileTransformer {
    private final WeavingReport report;
    private final LeftAlone leftAlone;
    /** All interceptions. Replaced as a whole. */
    private volatile List<Interception> wanted = List.of();
    /** Those for methods of the JDK. */
    private volatile List<Interception> atCalls = List.of();
    /** The messages that were given already. */
    private final Set<String> said = ConcurrentHashMap.newKeySet();
    /** The interceptions that they were about. */
    private final Set<Interception> refused = ConcurrentHashMap.newKeySet();

    Injection(WeavingReport report, LeftAlone leftAlone) {
        this.report = report;
        this.leftAlone = leftAlone;
    }

    List<Interception> wanted() {
        return wanted;
    }

    void want(List<Interception> all) {
        wanted = List.copyOf(all);
        atCalls = all.stream().filter(each -> each.method().isOfTheJdk()).toList();
    }

    boolean isAtCalls(Interception one) {
        return atCalls.contains(one) || one.method().isOfTheJdk();
    }

    @Override
    public byte[] transform(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain,
            byte[] bytes) {
        if (loader == null || name == null || wanted.isEmpty()) {
            return null;
        }
        Object own = ClassLoading.beginOwn();
        try {
            List<Interception> here = named(name, bytes);
            List<Interception> called = called(loader, bytes);
            if (here.isEmpty() && called.isEmpty() || leftAlone.why(loader, name, domain) != null) {
                return null;
            }
            byte[] bodies = here.isEmpty() ? null : injected(loader, name, bytes, here);
            byte[] calls = called.isEmpty() ? null : around(loader, name, bodies == null ? bytes : bodies, called);
            return calls == null ? bodies : calls;
        } catch (Throwable failure) {
            report.failed(Acceptance.reason(failure), name.replace('/', '.'), Acceptance.text(failure));
            return null;
        } finally {
            ClassLoading.endOwn(own);
        }
    }

    /** The interceptions that may be meant for a class: their class has its name, or their method's name is somewhere in its file. */
    private List<Interception> named(String name, byte[] bytes) {
        List<Interception> here = new ArrayList<>();
        String text = null;
        for (Interception each : wanted) {
            boolean may = each.method().owner().equals(name);
            if (!may && each.method().subtypes()) {
                text = text == null ? new String(bytes, StandardCharsets.ISO_8859_1) : text;
                may = text.contains(each.method().method());
            }
            if (may) {
                here.add(each);
            }
        }
        return here;
    }

    /** The interceptions of JDK methods, if the class calls any. */
    private List<Interception> called(ClassLoader loader, byte[] bytes) {
        List<Interception> some = atCalls;
        if (some.isEmpty()) {
            return some;
        }
        ClassReader reader = new ClassReader(bytes);
        Hierarchy types = Hierarchy.of(loader);
        types.note(reader);
        return InjectedCalls.isIn(reader, some, types) ? some : List.of();
    }

    private byte[] around(ClassLoader loader, String name, byte[] bytes, List<Interception> called) {
        byte[] changed = InjectedCalls.put(bytes, called, Hierarchy.of(loader));
        return changed == null ? null : accepted(loader, name, bytes, changed);
    }

    private byte[] injected(ClassLoader loader, String name, byte[] bytes, List<Interception> maybe) {
        ClassReader reader = new ClassReader(bytes);
        Hierarchy types = Hierarchy.of(loader);
        types.note(reader);
        ClassShape shape = ClassShape.read(reader);
        Map<String, List<Interception>> chosen = new HashMap<>();
        for (Interception each : maybe) {
            if (!each.method().isIn(name, types)) {
                continue;
            }
            List<ClassShape.Method> methods = shape.selected(each.method());
            for (ClassShape.Method method : methods) {
                String refusal = InjectedBodies.refusal(method.access(), shape.version(), method.descriptor());
                if (refusal == null) {
                    chosen.computeIfAbsent(method.name() + method.descriptor(), added -> new ArrayList<>()).add(each);
                } else if (name.equals(each.method().owner()) && !each.method().subtypes()) {
                    say(each, name.replace('/', '.') + "." + method.name() + " " + refusal);
                }
            }
            if (methods.isEmpty() && name.equals(each.method().owner()) && !each.method().subtypes()) {
                say(each, "there is no such method in the class: is it inherited? Name the class that has it, or its"
                        + " subtypes");
            }
        }
        return chosen.isEmpty() ? null : put(loader, name, bytes, chosen);
    }

    private byte[] put(ClassLoader loader, String name, byte[] bytes, Map<String, List<Interception>> chosen) {
        Map<String, InjectedBodies.Wanted> methods = new HashMap<>();
        chosen.forEach((method, all) -> {
            all.sort(null);
            methods.put(method, new InjectedBodies.Wanted(Selections.number(all),
                    all.stream().anyMatch(Interception::wantsResult)));
        });
        return accepted(loader, name, bytes, InjectedBodies.put(bytes, methods));
    }

    private byte[] accepted(ClassLoader loader, String name, byte[] bytes, byte[] changed) {
        Acceptance acceptance = Acceptance.of(bytes, changed, loader);
        if (!acceptance.isGiven()) {
            report.failed(acceptance.reason(), name.replace('/', '.'), acceptance.what());
            return null;
        }
        return changed;
    }

    private void say(Interception of, String what) {
        if (said.add(of + what)) {
            misplaced(of, of.method() + ": " + what);
        }
    }

    /** Reports once that an interception is not possible. */
    void misplaced(Interception one, String what) {
        refused.add(one);
        report.misplaced(one.said(), what);
    }

    /** Whether that was reported of an interception. */
    boolean isSaid(Interception one) {
        return refused.contains(one);
    }

    /** Whether a loaded class calls a method that some of these may be meant for. */
    static boolean isCalledBy(List<Interception> some, Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        try (InputStream bytes = loader.getResourceAsStream(type.getName().replace('.', '/') + ".class")) {
            return bytes != null && InjectedCalls.isIn(new ClassReader(bytes), some, Hierarchy.of(loader));
        } catch (IOException | RuntimeException unreadable) {
            return false;
        }
    }

    /** Whether some of these may be meant for a loaded class, which must then be transformed again. */
    static boolean concerns(List<Interception> some, Class<?> type) {
        Set<String> all = new HashSet<>();
        for (Interception each : some) {
            if (each.method().owner().equals(type.getName().replace('.', '/'))) {
                return true;
            }
            if (each.method().subtypes()) {
                all.add(each.method().owner().replace('/', '.'));
            }
        }
        return !all.isEmpty() && isBelow(type, all);
    }

    private static boolean isBelow(Class<?> type, Set<String> names) {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            if (names.contains(at.getName())) {
                return true;
            }
            for (Class<?> each : at.getInterfaces()) {
                if (isBelow(each, names)) {
                    return true;
                }
            }
        }
        return false;
    }
}
