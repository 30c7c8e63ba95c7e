package sim.agent.inject;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;

/**
 * The code of a script's class. Whatever could run without end is counted: each jump back, each begin of a lambda, each new array. The code
 * runs on the application's thread, which only the code itself can end.
 *
 * @param bytes   the class
 * @param counted whether the class has any such code
 */
record ScriptCode(byte[] bytes, boolean counted) {
    private static final String BUDGET = "sim/agent/inject/ScriptBudget";
    private static final String LAMBDA = "lambda$";
    private static final Handle MAKE = new Handle(Opcodes.H_INVOKESTATIC, "sim/agent/inject/ScriptLambda", "of",
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;"
                    + "Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MethodHandle;Ljava/lang/invoke/MethodType;)"
                    + "Ljava/lang/invoke/CallSite;",
            false);

    /** @throws ScriptException if the code does something that cannot be counted */
    static ScriptCode of(byte[] compiled) throws ScriptException {
        ClassReader reader = new ClassReader(compiled);
        ClassNode type = new ClassNode(Opcodes.ASM9);
        reader.accept(type, 0);
        boolean counted = false;
        for (MethodNode each : type.methods) {
            counted |= count(each);
        }
        if (!counted) {
            return new ScriptCode(compiled, false);
        }
        ClassWriter writer = new ClassWriter(reader, 0);
        type.accept(writer);
        return new ScriptCode(writer.toByteArray(), true);
    }

    private static boolean count(MethodNode method) throws ScriptException {
        boolean counted = false;
        InsnList code = method.instructions;
        Set<LabelNode> behind = new HashSet<>();
        for (AbstractInsnNode each : code.toArray()) {
            if (each instanceof LabelNode label) {
                behind.add(label);
            } else if (targets(each).stream().anyMatch(behind::contains)) {
                code.insertBefore(each, call("step", "()V"));
                counted = true;
            } else if (each.getOpcode() == Opcodes.NEWARRAY || each.getOpcode() == Opcodes.ANEWARRAY) {
                code.insertBefore(each, call("array", "(I)I"));
                counted = true;
            } else if (each.getOpcode() == Opcodes.MULTIANEWARRAY) {
                throw new ScriptException("it makes an array of several dimensions, which a script may not");
            } else if (each instanceof InvokeDynamicInsnNode made && made.bsm.getName().equals("metafactory")
                    && made.bsmArgs[1] instanceof Handle own && own.getName().startsWith(LAMBDA)) {
                made.bsm = MAKE;
            }
        }
        if (method.name.startsWith(LAMBDA)) {
            code.insert(call("step", "()V"));
            counted = true;
        }
        return counted;
    }

    private static List<LabelNode> targets(AbstractInsnNode of) {
        if (of instanceof JumpInsnNode jump) {
            return List.of(jump.label);
        }
        if (of instanceof TableSwitchInsnNode table) {
            return table.labels;
        }
        return of instanceof LookupSwitchInsnNode lookup ? lookup.labels : List.of();
    }

    private static MethodInsnNode call(String name, String descriptor) {
        return new MethodInsnNode(Opcodes.INVOKESTATIC, BUDGET, name, descriptor, false);
    }
}
