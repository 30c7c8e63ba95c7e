package sim.agent.code;

import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Removes values that lie under a method's result when it returns. The JVM discards such values, and CGLIB and Kotlin's coroutines rely on
 * that. The weaver cannot handle such a method: it turns each return into a store and a jump to one common end, where all stacks must be
 * equal. So this is done before the weaver sees the class.
 *
 * <pre>
 *  before  ..., a, b, result            areturn
 *  after   ..., a, b, result   astore n  pop  pop  ...  aload n  areturn
 * </pre>
 */
public final class SurplusReturns {
    private SurplusReturns() {}

    /** The class, in which methods return only their results. The same array if that was so before. */
    public static byte[] dropped(byte[] bytes) {
        ClassReader reader = new ClassReader(bytes);
        Set<String> suspects = suspects(reader);
        if (suspects.isEmpty()) {
            return bytes;
        }
        ClassWriter writer = new ClassWriter(reader, 0);
        Rewrite rewrite = new Rewrite(writer, reader.getClassName(), suspects);
        reader.accept(rewrite, 0);
        return rewrite.changed ? writer.toByteArray() : bytes;
    }

    private static Set<String> suspects(ClassReader reader) {
        Set<String> suspects = new HashSet<>();
        reader.accept(new ClassVisitor(Opcodes.ASM9) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String descriptor, String signature,
                    String[] exceptions) {
                if ((access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) != 0) {
                    return null;
                }
                return new StackHeights() {
                    @Override
                    public void visitEnd() {
                        if (maySurplus()) {
                            suspects.add(name + descriptor);
                        }
                    }
                };
            }
        }, ClassReader.SKIP_DEBUG);
        return suspects;
    }

    private static final class Rewrite extends ClassVisitor {
        private final String type;
        private final Set<String> suspects;
        private boolean changed;

        Rewrite(ClassVisitor next, String type, Set<String> suspects) {
            super(Opcodes.ASM9, next);
            this.type = type;
            this.suspects = suspects;
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String descriptor, String signature,
                String[] exceptions) {
            MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
            if (!suspects.contains(name + descriptor)) {
                return next;
            }
            return new MethodNode(Opcodes.ASM9, access, name, descriptor, signature, exceptions) {
                @Override
                public void visitEnd() {
                    changed |= drop(type, this);
                    accept(next);
                }
            };
        }
    }

    private static boolean drop(String type, MethodNode method) {
        Frame<BasicValue>[] frames;
        try {
            frames = new Analyzer<>(new BasicInterpreter()).analyze(type, method);
        } catch (AnalyzerException notOurs) {
            return false;
        }
        boolean changed = false;
        AbstractInsnNode[] code = method.instructions.toArray();
        int result = Type.getReturnType(method.desc).getSize();
        for (int i = 0; i < code.length; i++) {
            int opcode = code[i].getOpcode();
            boolean returns = opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN;
            int keep = opcode == Opcodes.RETURN ? 0 : 1;
            if (returns && frames[i] != null && frames[i].getStackSize() > keep) {
                method.instructions.insertBefore(code[i], pops(frames[i], keep, opcode, method.maxLocals));
                changed = true;
            }
        }
        if (changed) {
            method.maxLocals += result;
        }
        return changed;
    }

    private static InsnList pops(Frame<BasicValue> frame, int keep, int opcode, int variable) {
        InsnList list = new InsnList();
        if (keep == 1) {
            list.add(new VarInsnNode(opcode - Opcodes.IRETURN + Opcodes.ISTORE, variable));
        }
        for (int at = frame.getStackSize() - 1 - keep; at >= 0; at--) {
            list.add(new InsnNode(frame.getStack(at).getSize() == 2 ? Opcodes.POP2 : Opcodes.POP));
        }
        if (keep == 1) {
            list.add(new VarInsnNode(opcode - Opcodes.IRETURN + Opcodes.ILOAD, variable));
        }
        return list;
    }
}
