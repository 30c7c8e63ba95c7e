package sim.agent.intercept;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;
import sim.agent.probe.ProbeInCode;

/**
 * Puts the begins and ends of injected probes into methods. It changes only code, so it also works for classes that are loaded already. In
 * a metered method they are inside the probe: the payload's place is the method, and a split is below it.
 *
 * <pre>
 *  [site.begin()]  call = begin(this, arguments)
 *  try { ... ; end(call); [site.end()]; return } catch (Throwable error) { call.left = true; threw(error, call); throw error; }
 * </pre>
 */
final class InjectedBodies {
    private static final String INJECTED = "sim/agent/inject/Injected";
    private static final String BEGUN = "sim/agent/inject/Begun";
    private static final String OBJECT = "java/lang/Object";
    private static final String THROWABLE = "java/lang/Throwable";
    private static final Handle BEGIN = new Handle(Opcodes.H_INVOKESTATIC, INJECTED, "begin",
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;I"
                    + "Ljava/lang/String;)Ljava/lang/invoke/CallSite;",
            false);
    /** The most values that a call site takes. Values of type long and double count twice, and the JVM adds some of its own. */
    private static final int MOST_SLOTS = 250;
    /** The most operands that a begin or an end needs, not counting the arguments. */
    private static final int OPERANDS = 5;

    private final ClassNode type;
    private final MethodNode method;
    private final InsnList code;
    private final Wanted wanted;
    private final int call;

    /**
     * What is put into a method.
     *
     * @param number of the list of its interceptions
     * @param returns whether a handler wants the result
     */
    record Wanted(int number, boolean returns) {}

    private InjectedBodies(ClassNode type, MethodNode method, Wanted wanted) {
        this.type = type;
        this.method = method;
        this.code = method.instructions;
        this.wanted = wanted;
        this.call = method.maxLocals;
    }

    /** Why a method cannot be intercepted; null if it can. */
    static String refusal(int access, int version, String descriptor) {
        if ((access & Opcodes.ACC_ABSTRACT) != 0) {
            return "is abstract: name the class that implements it, or all of them as subtypes";
        }
        if ((access & Opcodes.ACC_NATIVE) != 0) {
            return "is native: it has no code that could be changed";
        }
        if ((version & 0xffff) < Opcodes.V1_7) {
            return "is in a class file older than Java 7";
        }
        return Type.getArgumentsAndReturnSizes(descriptor) >> 2 > MOST_SLOTS ? "has too many parameters" : null;
    }

    /** The class with the given methods changed. They are given by name and descriptor. */
    static byte[] put(byte[] bytes, Map<String, Wanted> methods) {
        ClassReader reader = new ClassReader(bytes);
        ClassNode type = new ClassNode(Opcodes.ASM9);
        reader.accept(type, ClassReader.EXPAND_FRAMES);
        for (MethodNode each : type.methods) {
            Wanted wanted = methods.get(each.name + each.desc);
            if (wanted != null && each.instructions.size() > 0) {
                new InjectedBodies(type, each, wanted).put();
            }
        }
        ClassWriter writer = new ClassWriter(reader, 0);
        type.accept(writer);
        return writer.toByteArray();
    }

    private void put() {
        ProbeInCode probe = ProbeInCode.of(method);
        AbstractInsnNode after = probe != null ? probe.begin() : begin();
        List<AbstractInsnNode> ends = probe != null ? probe.ends() : returns();
        for (AbstractInsnNode each : code) {
            if (each instanceof FrameNode frame) {
                extend(frame);
            }
        }
        LabelNode start = new LabelNode();
        InsnList begin = beginning();
        begin.add(start);
        if (after == null) {
            code.insert(begin);
        } else {
            code.insert(after, begin);
        }
        for (AbstractInsnNode end : ends) {
            code.insertBefore(end, ending(probe == null ? -1 : probe.result(end)));
        }
        catches(start, probe);
        InsnList nothing = new InsnList(); // first of all, so that every frame has the variable, wherever the begin is
        nothing.add(new InsnNode(Opcodes.ACONST_NULL));
        nothing.add(new VarInsnNode(Opcodes.ASTORE, call));
        code.insert(nothing);
        method.maxLocals = call + 1;
        method.maxStack += OPERANDS + (Type.getArgumentsAndReturnSizes(method.desc) >> 2);
    }

    private void extend(FrameNode frame) {
        frame.local = extended(frame.local);
    }

    private List<Object> extended(List<Object> locals) {
        List<Object> all = new ArrayList<>(locals == null ? List.of() : locals);
        int at = 0;
        for (Object each : all) {
            at += each == Opcodes.LONG || each == Opcodes.DOUBLE ? 2 : 1;
        }
        for (; at < call; at++) {
            all.add(Opcodes.TOP);
        }
        all.add(OBJECT);
        return all;
    }

    /**
     * The instruction after which the begin goes in a method that is not metered: in a constructor its call of another constructor; null
     * for the method's start.
     */
    private AbstractInsnNode begin() {
        if (!method.name.equals("<init>")) {
            return null;
        }
        int unfinished = 0;
        for (AbstractInsnNode each : code) {
            if (each.getOpcode() == Opcodes.NEW) {
                unfinished++;
            } else if (each instanceof MethodInsnNode called && called.name.equals("<init>") && unfinished-- == 0) {
                return each;
            }
        }
        throw new IllegalStateException("constructor without a call of its superclass's");
    }

    private List<AbstractInsnNode> returns() {
        List<AbstractInsnNode> all = new ArrayList<>();
        for (AbstractInsnNode each : code) {
            if (each.getOpcode() >= Opcodes.IRETURN && each.getOpcode() <= Opcodes.RETURN) {
                all.add(each);
            }
        }
        return all;
    }

    private InsnList beginning() {
        InsnList begin = new InsnList();
        boolean isStatic = (method.access & Opcodes.ACC_STATIC) != 0;
        begin.add(isStatic ? new InsnNode(Opcodes.ACONST_NULL) : new VarInsnNode(Opcodes.ALOAD, 0));
        StringBuilder types = new StringBuilder("(L" + OBJECT + ";");
        int slot = isStatic ? 0 : 1;
        for (Type each : Type.getArgumentTypes(method.desc)) {
            begin.add(new VarInsnNode(each.getOpcode(Opcodes.ILOAD), slot));
            slot += each.getSize();
            types.append(each.getSort() >= Type.ARRAY ? "L" + OBJECT + ";" : each.getDescriptor());
        }
        begin.add(new InvokeDynamicInsnNode(method.name.equals("<init>") ? "_init_" : method.name,
                types + ")L" + BEGUN + ";", BEGIN, wanted.number(), method.desc));
        begin.add(new VarInsnNode(Opcodes.ASTORE, call));
        return begin;
    }

    /** @param variable that holds the result; -1 if the result is on the operand stack */
    private InsnList ending(int variable) {
        InsnList end = new InsnList();
        Type returned = Type.getReturnType(method.desc);
        if (!wanted.returns() || returned.getSort() == Type.VOID) {
            end.add(new VarInsnNode(Opcodes.ALOAD, call));
            end.add(new MethodInsnNode(Opcodes.INVOKESTATIC, INJECTED, "end", "(L" + OBJECT + ";)V", false));
            return end;
        }
        if (variable >= 0) {
            end.add(new VarInsnNode(returned.getOpcode(Opcodes.ILOAD), variable));
        } else {
            end.add(new InsnNode(returned.getSize() == 2 ? Opcodes.DUP2 : Opcodes.DUP));
        }
        box(end, returned);
        end.add(new VarInsnNode(Opcodes.ALOAD, call));
        end.add(new MethodInsnNode(Opcodes.INVOKESTATIC, INJECTED, "returned",
                "(L" + OBJECT + ";L" + OBJECT + ";)V", false));
        return end;
    }

    private static void box(InsnList into, Type type) {
        String box = switch (type.getSort()) {
            case Type.BOOLEAN -> "Boolean";
            case Type.BYTE -> "Byte";
            case Type.CHAR -> "Character";
            case Type.SHORT -> "Short";
            case Type.INT -> "Integer";
            case Type.LONG -> "Long";
            case Type.FLOAT -> "Float";
            case Type.DOUBLE -> "Double";
            default -> null;
        };
        if (box != null) {
            into.add(new MethodInsnNode(Opcodes.INVOKESTATIC, "java/lang/" + box, "valueOf",
                    "(" + type.getDescriptor() + ")Ljava/lang/" + box + ";", false));
        }
    }

    /**
     * Ends the call where something is thrown. The exception then continues to the method's own probe, if there is one, and to the caller.
     */
    private void catches(LabelNode start, ProbeInCode probe) {
        LabelNode end = probe == null ? new LabelNode() : probe.handler();
        LabelNode handler = probe == null ? end : new LabelNode();
        code.add(handler);
        List<Object> locals = probe == null ? extended(List.of()) : List.copyOf(probe.frame().local);
        code.add(new FrameNode(Opcodes.F_NEW, locals.size(), locals.toArray(), 1, new Object[]{THROWABLE}));
        leave(locals);
        code.add(new InsnNode(Opcodes.DUP));
        code.add(new VarInsnNode(Opcodes.ALOAD, call));
        code.add(new MethodInsnNode(Opcodes.INVOKESTATIC, INJECTED, "threw",
                "(L" + THROWABLE + ";L" + OBJECT + ";)V", false));
        code.add(new InsnNode(Opcodes.ATHROW));
        TryCatchBlockNode block = new TryCatchBlockNode(start, end, handler, null);
        if (probe == null) {
            method.tryCatchBlocks.add(block);
            return;
        }
        LabelNode last = new LabelNode();
        code.add(last);
        int at = method.tryCatchBlocks.indexOf(probe.block());
        method.tryCatchBlocks.add(at, block);
        method.tryCatchBlocks.add(new TryCatchBlockNode(handler, last, probe.handler(), probe.block().type));
    }

    /** Marks the call as left, by a single store. On a full stack nothing could be called to end it. */
    private void leave(List<Object> locals) {
        LabelNode none = new LabelNode();
        code.add(new VarInsnNode(Opcodes.ALOAD, call));
        code.add(new JumpInsnNode(Opcodes.IFNULL, none));
        code.add(new VarInsnNode(Opcodes.ALOAD, call));
        code.add(new TypeInsnNode(Opcodes.CHECKCAST, BEGUN));
        code.add(new InsnNode(Opcodes.ICONST_1));
        code.add(new FieldInsnNode(Opcodes.PUTFIELD, BEGUN, "left", "Z"));
        code.add(none);
        code.add(new FrameNode(Opcodes.F_NEW, locals.size(), locals.toArray(), 1, new Object[]{THROWABLE}));
    }
}
