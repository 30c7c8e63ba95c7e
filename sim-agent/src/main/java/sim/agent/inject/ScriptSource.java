package sim.agent.inject;

import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The source of a script: a class in the package of the class that has the method, or that calls it. The script sees what code there sees.
 */
final class ScriptSource {
    static final String METHOD = "value";
    private static final Set<String> TAKEN = Set.of("target", "result", "error");

    private static final String SIMPLE = "SimScript_";

    private final Script script;
    /** The class whose package it is in; null for no package. */
    private final Class<?> home;
    private final Class<?> owner;
    private final String member;
    private final String descriptor;

    ScriptSource(Script script, Class<?> home, Class<?> owner, String member, String descriptor) {
        this.script = script;
        this.home = home;
        this.owner = owner;
        this.member = member;
        this.descriptor = descriptor;
    }

    /** Compiles a telemetry's expression in the package of a class; null for no package. */
    static ScriptCode ofTelemetry(String expression, Class<?> home) throws ScriptException {
        String head = packaged(home) + "public final class " + SIMPLE + " {\n public static Object " + METHOD
                + "() throws Throwable {\n final Object value$ = (\n";
        return compile(SIMPLE, head, expression + "\n);\n return value$;\n }\n}\n", home);
    }

    private static ScriptCode compile(String simple, String head, String rest, Class<?> home) throws ScriptException {
        int line = (int) head.chars().filter(c -> c == '\n').count();
        String qualified = home == null || home.getPackageName().isEmpty()
                ? simple
                : home.getPackageName() + "." + simple;
        ClassLoader loader = home == null ? null : home.getClassLoader();
        return ScriptCode.of(ScriptCompiler.compile(qualified, head + rest, line,
                loader == null ? ClassLoader.getSystemClassLoader() : loader));
    }

    private static String packaged(Class<?> home) {
        return home == null || home.getPackageName().isEmpty() ? "" : "package " + home.getPackageName() + ";\n";
    }

    ScriptCode compile() throws ScriptException {
        MethodType type;
        try {
            type = MethodType.fromMethodDescriptorString(descriptor, owner.getClassLoader());
        } catch (TypeNotPresentException | LinkageError missing) {
            throw new ScriptException("a type of " + owner.getName() + "." + member + " cannot be loaded: " + missing);
        }
        String simple = SIMPLE + script.name().replace('-', '_');
        return compile(simple, head(simple, type),
                script.expression() + "\n);\n return value$ == null ? null : value$.toString();\n }\n}\n", home);
    }

    private String head(String simple, MethodType type) {
        StringBuilder head = new StringBuilder(packaged(home));
        head.append("final class ").append(simple).append(" {\n static String ").append(METHOD).append('(')
                .append(named(owner)).append(" target");
        for (int i = 0; i < type.parameterCount(); i++) {
            head.append(", ").append(named(type.parameterType(i))).append(" $").append(i);
        }
        Class<?> result = type.returnType() == void.class ? Object.class : type.returnType();
        head.append(", ").append(named(result)).append(" result, Throwable error) throws Throwable {\n");
        List<String> names = ParameterNames.of(owner, member, descriptor);
        Set<String> used = new TreeSet<>(TAKEN);
        for (int i = 0; i < names.size(); i++) {
            if (used.add(names.get(i)) && names.get(i).matches("[A-Za-z_]\\w*")) {
                head.append(" final ").append(named(type.parameterType(i))).append(' ').append(names.get(i))
                        .append(" = $").append(i).append(";\n");
            }
        }
        return head.append(" final Object value$ = (\n").toString();
    }

    /** The type as source text. If it cannot be written, its nearest supertype that can. */
    private String named(Class<?> type) {
        Class<?> at = type;
        while (!isSeen(at)) {
            Class<?> parent = at.getSuperclass();
            Class<?>[] interfaces = at.getInterfaces();
            at = parent != null && parent != Object.class || interfaces.length == 0 ? parent : interfaces[0];
            at = at == null ? Object.class : at;
        }
        return at.getCanonicalName();
    }

    private boolean isSeen(Class<?> type) {
        if (type.isArray()) {
            return isSeen(type.getComponentType());
        }
        if (type.isPrimitive()) {
            return true;
        }
        boolean seen = type.getCanonicalName() != null && !type.isHidden();
        for (Class<?> at = type; seen && at != null; at = at.getEnclosingClass()) {
            seen = !Modifier.isPrivate(at.getModifiers()) && (Modifier.isPublic(at.getModifiers())
                    || at.getPackageName().equals(home == null ? "" : home.getPackageName()));
        }
        return seen;
    }
}
