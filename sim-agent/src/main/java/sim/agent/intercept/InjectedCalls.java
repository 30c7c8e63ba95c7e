package sim.agent.intercept;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import sim.agent.code.Hierarchy;
import sim.agent.inject.Interception;
import sim.agent.inject.Selections;

/**
 * Puts injected probes around calls of JDK methods, whose own classes stay unchanged. It changes only code, so it also works for classes
 * that are loaded already. The call is replaced by an invokedynamic instruction. At its first run it is linked to the call with the probes
 * around it. The operand stack, and the handler that catches what the call throws, stay the same. For an object that is null, the original
 * instruction runs ({@link NullReceivers}).
 *
 * <pre>
 *  object.method(arguments)  ->  call(object, arguments)
 *  new Type(arguments)       ->  new Type; its object is dropped for that of call(arguments)
 * </pre>
 */
final class InjectedCalls {
    private static final Handle CALL = new Handle(Opcodes.H_INVOKESTATIC, "sim/agent/inject/Injected", "call",
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;"
                    + "Ljava/lang/invoke/MethodHandle;ILjava/lang/String;)Ljava/lang/invoke/CallSite;",
            false);
    private static final int MAJOR = 6;
    private static final int METHOD = 10;
    private static final int INTERFACE_METHOD = 11;
    /** The most values that a method handle takes. Values of type long and double count twice. */
    private static final int MOST_SLOTS = 250;
    /** The operands that dropping an object needs. */
    private static final int OPERANDS = 2;
    /** The name of call sites that make an object: it must not be that of constructors. */
    private static final String MAKE = "_init_";
    /** Methods of these classes are called in a way of their own, and are left unchanged. */
    private static final String HANDLES = "java/lang/invoke/";

    private final ClassNode type;
    private final List<Interception> wanted;
    private final Hierarchy types;
    /** The methods that make such a call on an object, by name and descriptor. */
    private final Map<String, MethodNode> ofObjects = new HashMap<>();
    private boolean changed;

    private InjectedCalls(ClassNode type, List<Interception> wanted, Hierarchy types) {
        this.type = type;
        this.wanted = wanted;
        this.types = types;
    }

    /** Whether a class calls a method that may be meant. */
    static boolean isIn(ClassReader reader, List<Interception> wanted, Hierarchy types) {
        if ((reader.readShort(MAJOR) & 0xffff) < Opcodes.V1_7) {
            return false; // class files of this version have no invokedynamic
        }
        Set<String> names = new HashSet<>();
        wanted.forEach(each -> names.add(each.method().method()));
        char[] buffer = new char[reader.getMaxStringLength()];
        for (int i = 1; i < reader.getItemCount(); i++) {
            int at = reader.getItem(i);
            int tag = at == 0 ? 0 : reader.readByte(at - 1);
            if (tag == METHOD || tag == INTERFACE_METHOD) {
                int method = reader.getItem(reader.readUnsignedShort(at + 2));
                String name = reader.readUTF8(method, buffer);
                if (names.contains(name) && isMeant(wanted, types, reader.readClass(at, buffer), name,
                        reader.readUTF8(method + 2, buffer))) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isMeant(List<Interception> wanted, Hierarchy types, String owner, String name,
            String descriptor) {
        for (Interception each : wanted) {
            if (each.method().mayBeCalledBy(owner, name, descriptor, types)) {
                return !AskedCaller.isCalled(owner, name, descriptor, types);
            }
        }
        return false;
    }

    /** The class with its calls changed; null if there is nothing to change. */
    static byte[] put(byte[] bytes, List<Interception> wanted, Hierarchy types) {
        ClassReader reader = new ClassReader(bytes);
        ClassNode type = new ClassNode(Opcodes.ASM9);
        reader.accept(type, ClassReader.EXPAND_FRAMES);
        InjectedCalls calls = new InjectedCalls(type, wanted, types);
        for (MethodNode each : type.methods) {
            calls.put(each);
        }
        if (!calls.changed) {
            return null;
        }
        ClassWriter writer = new ClassWriter(reader, 0);
        type.accept(new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String descriptor, String signature,
                    String... exceptions) {
                MethodVisitor code = super.visitMethod(access, name, descriptor, signature, exceptions);
                MethodNode method = calls.ofObjects.get(name + descriptor);
                return method == null ? code : new NullReceivers(type.name, method, code);
            }
        });
        return writer.toByteArray();
    }

    private void put(MethodNode method) {
        boolean makes = false;
        for (AbstractInsnNode each : method.instructions.toArray()) {
            if (each instanceof MethodInsnNode call && isWanted(call)) {
                boolean isMade = call.name.equals("<init>");
                if (isMade && !isPlainlyMade(call)) {
                    continue;
                }
                replace(method, call, isMade);
                makes |= isMade;
                if (isOfAnObject(tag(call))) {
                    ofObjects.put(method.name + method.desc, method);
                }
                changed = true;
            }
        }
        method.maxStack += makes ? OPERANDS : 0;
    }

    private boolean isWanted(MethodInsnNode call) {
        return !call.owner.startsWith("[") && !call.owner.startsWith(HANDLES)
                && Type.getArgumentsAndReturnSizes(call.desc) >> 2 <= MOST_SLOTS
                && isMeant(wanted, types, call.owner, call.name, call.desc);
    }

    private void replace(MethodNode method, MethodInsnNode call, boolean isMade) {
        List<Interception> here = new ArrayList<>();
        for (Interception each : wanted) {
            if (each.method().mayBeCalledBy(call.owner, call.name, call.desc, types)) {
                here.add(each);
            }
        }
        here.sort(null);
        int number = Selections.number(here);
        Handle called = new Handle(tag(call), call.owner, call.name, call.desc, call.itf);
        String self = call.getOpcode() == Opcodes.INVOKESPECIAL ? type.name : call.owner;
        String descriptor = isMade
                ? call.desc.substring(0, call.desc.length() - 1) + "L" + call.owner + ";"
                : call.getOpcode() == Opcodes.INVOKESTATIC ? call.desc : "(L" + self + ";" + call.desc.substring(1);
        InvokeDynamicInsnNode linked = new InvokeDynamicInsnNode(isMade ? MAKE : call.name, descriptor, CALL, called,
                number, call.desc);
        method.instructions.insertBefore(call, linked);
        if (isMade) { // two references to the object that was to be made are below the new one
            method.instructions.insertBefore(call, new InsnNode(Opcodes.DUP_X2));
            method.instructions.insertBefore(call, new InsnNode(Opcodes.POP));
            method.instructions.insertBefore(call, new InsnNode(Opcodes.POP2));
        }
        method.instructions.remove(call);
    }

    /** Whether it is such a call on an object, which may be null. */
    static boolean isOfAnObject(Handle bootstrap, Object... arguments) {
        return bootstrap.equals(CALL) && isOfAnObject(((Handle) arguments[0]).getTag());
    }

    private static boolean isOfAnObject(int tag) {
        return tag == Opcodes.H_INVOKEVIRTUAL || tag == Opcodes.H_INVOKEINTERFACE;
    }

    private static int tag(MethodInsnNode call) {
        return switch (call.getOpcode()) {
            case Opcodes.INVOKESTATIC -> Opcodes.H_INVOKESTATIC;
            case Opcodes.INVOKEINTERFACE -> Opcodes.H_INVOKEINTERFACE;
            case Opcodes.INVOKESPECIAL -> call.name.equals("<init>")
                    ? Opcodes.H_NEWINVOKESPECIAL
                    : Opcodes.H_INVOKESPECIAL;
            default -> Opcodes.H_INVOKEVIRTUAL;
        };
    }

    /** Whether an object is made in the way compilers write it, and not by one constructor that calls another. */
    private static boolean isPlainlyMade(MethodInsnNode constructor) {
        int inside = 0;
        for (AbstractInsnNode at = constructor.getPrevious(); at != null; at = at.getPrevious()) {
            if (at instanceof MethodInsnNode other && other.name.equals("<init>")) {
                inside++;
            } else if (at instanceof InvokeDynamicInsnNode other && other.bsm.equals(CALL)
                    && other.name.equals(MAKE)) {
                inside++;
            } else if (at.getOpcode() == Opcodes.NEW && inside-- == 0) {
                AbstractInsnNode next = at.getNext();
                while (next.getOpcode() < 0) {
                    next = next.getNext();
                }
                return next.getOpcode() == Opcodes.DUP && ((TypeInsnNode) at).desc.equals(constructor.owner);
            }
        }
        return false;
    }
}
