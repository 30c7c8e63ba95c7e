package sim.agent.code;

import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Gives a class the weaver has written its stack map frames. The weaver leaves the frames of a method it did not touch as they
 * were, and those stay; a method it did touch has none and gets new ones, by what class files say of the types in it.
 */
public final class StackMaps {
    private StackMaps() {}

    /** The class with frames; throws what ASM throws where there are none to be had. */
    public static byte[] add(byte[] bytes, Hierarchy types) {
        ClassReader reader = new ClassReader(bytes);
        types.note(reader);
        Set<String> without = without(reader);
        if (without.isEmpty()) {
            return bytes;
        }
        // The reader goes along for the constant pool to stay: attributes of AspectJ's own refer to it.
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_FRAMES) {
            @Override
            protected String getCommonSuperClass(String one, String other) {
                return types.common(one, other);
            }
        };
        reader.accept(new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String descriptor, String signature,
                    String[] exceptions) {
                MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
                // What the writer itself made is copied byte by byte.
                return without.contains(name + descriptor) ? new MethodVisitor(Opcodes.ASM9, next) {
                } : next;
            }
        }, 0);
        return writer.toByteArray();
    }

    /** Methods that jump and have no frames. */
    private static Set<String> without(ClassReader reader) {
        Set<String> found = new HashSet<>();
        reader.accept(new ClassVisitor(Opcodes.ASM9) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String descriptor, String signature,
                    String[] exceptions) {
                return new Frames() {
                    @Override
                    public void visitEnd() {
                        if (jumps && !frames) {
                            found.add(name + descriptor);
                        }
                    }
                };
            }
        }, ClassReader.SKIP_DEBUG);
        return found;
    }

    private abstract static class Frames extends MethodVisitor {
        boolean jumps;
        boolean frames;
        private boolean ended;

        Frames() {
            super(Opcodes.ASM9);
        }

        @Override
        public void visitFrame(int type, int locals, Object[] local, int entries, Object[] stack) {
            frames = true;
        }

        /** A second end means code that is jumped to, or that nothing reaches, which wants a frame as well. */
        @Override
        public void visitInsn(int opcode) {
            if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN || opcode == Opcodes.ATHROW) {
                jumps |= ended;
                ended = true;
            }
        }

        @Override
        public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
            jumps = true;
        }

        @Override
        public void visitJumpInsn(int opcode, Label label) {
            jumps = true;
        }

        @Override
        public void visitTableSwitchInsn(int least, int most, Label otherwise, Label... labels) {
            jumps = true;
        }

        @Override
        public void visitLookupSwitchInsn(Label otherwise, int[] keys, Label[] labels) {
            jumps = true;
        }
    }
}
