package sim.agent;

import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** How many local variables the methods of a class have: known only at their ends, and needed at their begins. */
final class Locals extends ClassVisitor {
    private final Map<String, Integer> counts = new HashMap<>();

    private Locals() {
        super(Opcodes.ASM9);
    }

    static Locals of(ClassReader reader) {
        Locals found = new Locals();
        reader.accept(found, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return found;
    }

    /** -1 for a method without code, and for a constructor that begins in several places: see {@link ConstructorStarts}. */
    int of(String method, String descriptor) {
        return counts.getOrDefault(method + descriptor, -1);
    }

    @Override
    public MethodVisitor visitMethod(int access, String name, String descriptor, String signature,
            String[] exceptions) {
        return new MethodVisitor(Opcodes.ASM9) {
            private final ConstructorStarts starts = new ConstructorStarts();

            @Override
            public void visitTypeInsn(int opcode, String type) {
                if (opcode == Opcodes.NEW) {
                    starts.made();
                }
            }

            @Override
            public void visitMethodInsn(int opcode, String owner, String called, String type, boolean onInterface) {
                starts.called(called);
            }

            @Override
            public void visitMaxs(int maxStack, int maxLocals) {
                if (!name.equals("<init>") || !starts.areSeveral()) {
                    counts.put(name + descriptor, maxLocals);
                }
            }
        };
    }
}
