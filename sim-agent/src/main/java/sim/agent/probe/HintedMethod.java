package sim.agent.probe;

import java.util.Arrays;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * A method with one more local variable, after all others, which carries what a begin returns to the end. It is set first of all, so that
 * every frame of the method has it. Takes expanded frames.
 */
abstract class HintedMethod extends MethodVisitor {
    static final String HINT = "java/lang/Object";

    protected final int hint;

    /** @param locals how many local variables the method has */
    HintedMethod(MethodVisitor next, int locals) {
        super(Opcodes.ASM9, next);
        this.hint = locals;
    }

    @Override
    public void visitCode() {
        super.visitCode();
        super.visitInsn(Opcodes.ACONST_NULL);
        super.visitVarInsn(Opcodes.ASTORE, hint);
    }

    /**
     * Puts the hint on the operand stack, and the exception or null.
     *
     * @param error the variable with the exception; -1 where the method returns
     */
    final void writeOutcome(MethodVisitor into, int error) {
        into.visitVarInsn(Opcodes.ALOAD, hint);
        if (error < 0) {
            into.visitInsn(Opcodes.ACONST_NULL);
        } else {
            into.visitVarInsn(Opcodes.ALOAD, error);
        }
    }

    /** Adds the hint to every frame, after all other variables. */
    @Override
    public void visitFrame(int type, int count, Object[] local, int stackCount, Object[] stack) {
        Object[] extended = Arrays.copyOf(local, count + hint + 1);
        int at = 0;
        for (int i = 0; i < count; i++) {
            at += local[i] == Opcodes.LONG || local[i] == Opcodes.DOUBLE ? 2 : 1;
        }
        int entries = count;
        for (; at < hint; at++) {
            extended[entries++] = Opcodes.TOP;
        }
        extended[entries++] = HINT;
        super.visitFrame(type, entries, extended, stackCount, stack);
    }
}
