package sim.agent.code;

import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.SimpleVerifier;

/**
 * What each instruction takes and leaves, by the JVM's type rules. A value fits if its class or a superclass is wanted; where an interface
 * is wanted, any reference fits. If a class that matters cannot be found, the answer is yes, and the pair is noted.
 */
final class TypeRules extends SimpleVerifier {
    private final Hierarchy types;
    /** Pairs of a type and the type it had to be, where one could not be found. */
    private final Set<String> undecided = new HashSet<>();

    /** An object whose constructor has not run yet. It is identified by the instruction that made it; for {@code this} there is none. */
    static final class Raw extends BasicValue {
        final AbstractInsnNode made;

        Raw(Type type, AbstractInsnNode made) {
            super(type);
            this.made = made;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Raw raw && raw.made == made;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(made);
        }
    }

    TypeRules(ClassNode of, Hierarchy types) {
        super(Opcodes.ASM9, Type.getObjectType(of.name), of.superName == null ? null : Type.getObjectType(of.superName),
                null, (of.access & Opcodes.ACC_INTERFACE) != 0);
        this.types = types;
    }

    Set<String> undecided() {
        return undecided;
    }

    @Override
    public BasicValue newOperation(AbstractInsnNode instruction) throws AnalyzerException {
        return instruction.getOpcode() == Opcodes.NEW
                ? new Raw(Type.getObjectType(((TypeInsnNode) instruction).desc), instruction)
                : super.newOperation(instruction);
    }

    @Override
    protected boolean isSubTypeOf(BasicValue value, BasicValue expected) {
        Type given = value.getType();
        Type wanted = expected.getType();
        return given != null && wanted != null && isSubType(given, wanted);
    }

    boolean isSubType(Type given, Type wanted) {
        if (given.equals(wanted)) {
            return true;
        }
        if (isPrimitive(given) || isPrimitive(wanted)) {
            return false;
        }
        if (given.equals(NULL_TYPE)) {
            return true;
        }
        return wanted.getSort() == Type.ARRAY
                ? isArrayOf(given, wanted)
                : given.getSort() == Type.ARRAY
                        ? isOfArrays(wanted.getInternalName())
                        : isBelow(given.getInternalName(), wanted.getInternalName());
    }

    private boolean isArrayOf(Type given, Type wanted) {
        return given.getSort() == Type.ARRAY && isSubType(component(given), component(wanted));
    }

    private boolean isOfArrays(String wanted) {
        return wanted.equals(Hierarchy.OBJECT) || wanted.equals("java/lang/Cloneable")
                || wanted.equals("java/io/Serializable") || types.isInterface(wanted);
    }

    private boolean isBelow(String given, String wanted) {
        if (wanted.equals(Hierarchy.OBJECT) || types.isInterface(wanted)) {
            return true;
        }
        String at = given;
        while (types.isKnown(wanted) && types.isKnown(at)) {
            at = types.parent(at);
            if (at == null || at.equals(wanted)) {
                return at != null;
            }
        }
        undecided.add(given + ">" + wanted);
        return true;
    }

    private static boolean isPrimitive(Type type) {
        return type.getSort() != Type.OBJECT && type.getSort() != Type.ARRAY;
    }

    private static Type component(Type array) {
        return Type.getType(array.getDescriptor().substring(1));
    }

    @Override
    protected boolean isAssignableFrom(Type wanted, Type given) {
        return isSubType(given, wanted);
    }

    @Override
    protected boolean isInterface(Type type) {
        return types.isInterface(type.getInternalName());
    }

    @Override
    protected Type getSuperClass(Type type) {
        String parent = types.parent(type.getInternalName());
        return parent == null ? Type.getObjectType(Hierarchy.OBJECT) : Type.getObjectType(parent);
    }
}
