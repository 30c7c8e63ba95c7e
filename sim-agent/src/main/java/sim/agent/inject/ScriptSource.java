package sim.agent.inject;

import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** A script as a class in the package of the class whose method it is for: it sees what code there sees. */
final class ScriptSource {
    static final String METHOD = "value";
    private static final Set<String> TAKEN = Set.of("target", "result", "error");

    private final Script script;
    private final Class<?> owner;
    private final String member;
    private final String descriptor;

    ScriptSource(Script script, Class<?> owner, String member, String descriptor) {
        this.script = script;
        this.owner = owner;
        this.member = member;
        this.descriptor = descriptor;
    }

    byte[] compile() throws ScriptException {
        MethodType type;
        try {
            type = MethodType.fromMethodDescriptorString(descriptor, owner.getClassLoader());
        } catch (TypeNotPresentException | LinkageError missing) {
            throw new ScriptException("a type of " + owner.getName() + "." + member + " cannot be loaded: " + missing);
        }
        String simple = "SimScript_" + script.name().replace('-', '_');
        String head = head(simple, type);
        String source = head + script.expression()
                + "\n);\n return value$ == null ? null : value$.toString();\n }\n}\n";
        int line = (int) head.chars().filter(c -> c == '\n').count();
        String qualified = owner.getPackageName().isEmpty() ? simple : owner.getPackageName() + "." + simple;
        return ScriptCompiler.compile(qualified, source, line, owner.getClassLoader());
    }

    private String head(String simple, MethodType type) {
        StringBuilder head = new StringBuilder();
        if (!owner.getPackageName().isEmpty()) {
            head.append("package ").append(owner.getPackageName()).append(";\n");
        }
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

    /** How the type is written where it can be; else what there is above it that can. */
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
                    || at.getPackageName().equals(owner.getPackageName()));
        }
        return seen;
    }
}
