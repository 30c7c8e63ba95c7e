package sim.agent.inject;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import sim.agent.code.Hierarchy;

/**
 * Which methods a probe means.
 *
 * @param owner      the class, by its internal name
 * @param parameters their types as Java source has them; null for any
 * @param returned   the returned type; empty for any
 * @param subtypes   whether the methods of subclasses are meant too
 */
public record MethodSelection(String owner, String method, List<String> parameters, String returned,
        boolean subtypes) {

    /** Whether the class is in the JDK. SIM does not change such a class, but intercepts the calls of its methods. */
    public boolean isOfTheJdk() {
        return ClassLoader.getPlatformClassLoader().getResource(owner + ".class") != null;
    }

    /**
     * Whether a call whose instruction names {@code type} may be a call of a meant method: the type may be the class, a supertype or a
     * subtype.
     */
    public boolean mayBeCalledBy(String type, String name, String descriptor, Hierarchy types) {
        return name.equals(method) && selects(name, descriptor) && (type.equals(owner)
                || !name.equals("<init>") && types.isSubtype(owner, type) || types.isSubtype(type, owner));
    }

    /** Whether methods of a class may be meant. */
    public boolean isIn(String type, Hierarchy types) {
        return type.equals(owner) || subtypes && types.isSubtype(type, owner);
    }

    /** Whether a method with this name and descriptor is meant. A bridge method passes too; the caller prefers a better one. */
    public boolean selects(String name, String descriptor) {
        if (!name.equals(method)) {
            return false;
        }
        Type type = Type.getMethodType(descriptor);
        return hasParameters(type) && returns(type.getReturnType());
    }

    /** Whether a loaded method or constructor is meant. */
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

    /** Compares the returned type. A method of a subtype may return a narrower type. */
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

    /** Whether the compiler made the method to call another one of its class. */
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
