package sim.agent.inject;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import sim.agent.code.Hierarchy;

/**
 * Which methods are meant.
 *
 * @param owner      the class, by its internal name
 * @param parameters the types in the language's notation; null for any
 * @param returned   the type, empty for any
 * @param subtypes   whether those of classes below it are meant as well
 */
public record MethodSelection(String owner, String method, List<String> parameters, String returned,
        boolean subtypes) {

    /** Whether its class is the JDK's, which is not changed: calls of it are intercepted. */
    public boolean isOfTheJdk() {
        return ClassLoader.getPlatformClassLoader().getResource(owner + ".class") != null;
    }

    /** Whether a call that names {@code type} may be meant: of it, of one above it or below. */
    public boolean mayBeCalledBy(String type, String name, String descriptor, Hierarchy types) {
        return name.equals(method) && selects(name, descriptor) && (type.equals(owner)
                || !name.equals("<init>") && types.isSubtype(owner, type) || types.isSubtype(type, owner));
    }

    /** Whether methods of a class may be meant. */
    public boolean isIn(String type, Hierarchy types) {
        return type.equals(owner) || subtypes && types.isSubtype(type, owner);
    }

    /** Whether a method of such a class is meant, were it not for a better one: a compiler's bridge. */
    public boolean selects(String name, String descriptor) {
        if (!name.equals(method)) {
            return false;
        }
        Type type = Type.getMethodType(descriptor);
        return hasParameters(type) && returns(type.getReturnType());
    }

    /** The same of a loaded class's method or constructor. */
    public boolean selects(Executable found) {
        return found instanceof Method member
                ? selects(member.getName(), Type.getMethodDescriptor(member))
                : selects("<init>", Type.getConstructorDescriptor((Constructor<?>) found));
    }

    private boolean hasParameters(Type type) {
        if (parameters == null) {
            return true;
        }
        Type[] all = type.getArgumentTypes();
        boolean same = all.length == parameters.size();
        for (int i = 0; same && i < all.length; i++) {
            same = isCalled(all[i], parameters.get(i));
        }
        return same;
    }

    /** A method of a subtype may return a narrower type. */
    private boolean returns(Type type) {
        return returned.isEmpty() || isCalled(type, returned) || subtypes && type.getSort() >= Type.ARRAY
                && !isPrimitive(returned);
    }

    private static boolean isPrimitive(String type) {
        return List.of("void", "boolean", "byte", "char", "short", "int", "long", "float", "double").contains(type);
    }

    private static boolean isCalled(Type type, String name) {
        String found = type.getClassName();
        return found.equals(name) || found.replace('$', '.').equals(name);
    }

    /** Whether a compiler made it, for another method of its class. */
    static boolean isBridge(int access) {
        return (access & Opcodes.ACC_BRIDGE) != 0;
    }

    @Override
    public String toString() {
        return owner.replace('/', '.') + "." + method
                + (parameters == null ? "(..)" : "(" + String.join(", ", parameters) + ")")
                + (subtypes ? " and subtypes" : "");
    }
}
