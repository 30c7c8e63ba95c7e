package sim.agent;

import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * A method with a begin before its code and an end at each of its exits, by return or by exception. Changes nothing but the
 * method's own code.
 *
 * <pre>
 *  hint = null;  [super(...)]  hint = begin();
 *  try { ... ; end(hint, null); return } catch (Throwable error) { end(hint, error); throw error; }
 * </pre>
 */
abstract class BracketedMethod extends HintedMethod {
    /** Operands a begin or an end needs at most, beside what the method has. */
    private static final int OPERANDS = 4;

    private final boolean hasFrames;
    private final boolean atOnce;
    private final Label start = new Label();
    private boolean begun;

    /**
     * @param hasFrames whether the class is of a version with stack map frames
     * @param atOnce    false where {@link #begin} is told by the subclass, as in constructors
     */
    BracketedMethod(MethodVisitor next, int locals, boolean hasFrames, boolean atOnce) {
        super(next, locals);
        this.hasFrames = hasFrames;
        this.atOnce = atOnce;
    }

    /** Writes what begins, which leaves an object on the operand stack. */
    abstract void writeBegin(MethodVisitor into);

    /**
     * Writes what ends; what is on the operand stack stays there.
     *
     * @param error the variable with the exception; -1 where the method returns
     */
    abstract void writeEnd(MethodVisitor into, int error);

    /** Puts the hint on the operand stack, and the exception or null. */
    final void writeOutcome(MethodVisitor into, int error) {
        into.visitVarInsn(Opcodes.ALOAD, hint);
        if (error < 0) {
            into.visitInsn(Opcodes.ACONST_NULL);
        } else {
            into.visitVarInsn(Opcodes.ALOAD, error);
        }
    }

    /** What is on the operand stack here stays there. */
    final void begin() {
        writeBegin(mv);
        mv.visitVarInsn(Opcodes.ASTORE, hint);
        mv.visitLabel(start);
        begun = true;
    }

    @Override
    public void visitCode() {
        super.visitCode();
        if (atOnce) {
            begin();
        }
    }

    @Override
    public void visitInsn(int opcode) {
        if (begun && opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
            writeEnd(mv, -1);
        }
        super.visitInsn(opcode);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        if (begun) {
            Label handler = new Label();
            mv.visitLabel(handler);
            // last, so that the method's own handlers come first
            mv.visitTryCatchBlock(start, handler, handler, null);
            if (hasFrames) {
                visitFrame(Opcodes.F_NEW, 0, new Object[0], 1, new Object[]{"java/lang/Throwable"});
            }
            mv.visitVarInsn(Opcodes.ASTORE, hint + 1);
            writeEnd(mv, hint + 1);
            mv.visitVarInsn(Opcodes.ALOAD, hint + 1);
            mv.visitInsn(Opcodes.ATHROW);
        }
        mv.visitMaxs(maxStack + OPERANDS, maxLocals + 2);
    }
}
