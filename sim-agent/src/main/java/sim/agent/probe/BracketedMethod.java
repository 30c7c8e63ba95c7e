package sim.agent.probe;

import java.util.Arrays;
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
public abstract class BracketedMethod extends HintedMethod {
    /** Operands a begin or an end needs at most, beside what the method has. */
    private static final int OPERANDS = 4;
    /** Bytes of code a begin and the handler take at most, and those of an end. */
    private static final int BEGIN_BYTES = 100;
    private static final int END_BYTES = 16;
    /** By which the padding of a switch can grow. */
    private static final int SWITCH_BYTES = 3;
    /** Beyond that ASM writes other jumps, and what they need. */
    private static final int LONGEST_JUMP = Short.MAX_VALUE;
    private static final int MOST_VARIABLES = 65_535;

    private final boolean hasFrames;
    private final boolean atOnce;
    private final Label start = new Label();
    private boolean begun;
    private boolean isDoubted;
    private int ends;
    private int switches;

    /**
     * @param hasFrames whether the class is of a version with stack map frames
     * @param atOnce    false where {@link #begin} is told by the subclass, as in constructors
     */
    protected BracketedMethod(MethodVisitor next, int locals, boolean hasFrames, boolean atOnce) {
        super(next, locals);
        this.hasFrames = hasFrames;
        this.atOnce = atOnce;
    }

    /** Writes what begins, which leaves an object on the operand stack. */
    protected abstract void writeBegin(MethodVisitor into);

    /**
     * Writes what ends; what is on the operand stack stays there.
     *
     * @param error the variable with the exception; -1 where the method returns
     */
    protected abstract void writeEnd(MethodVisitor into, int error);

    /**
     * Whether only a verification tells if the JVM accepts the method. Otherwise it does if it accepted it as it was: there is one
     * more variable, which every frame has and nothing else writes; whatever was on the operand stack stays there; and the handler,
     * behind all others, takes any state in which this object is initialised. It is where the begin is, if no frame comes before
     * that: the code up to there is a straight line, and has called one constructor more than it has made objects. No later
     * state is without it if no frame says so, since all that jumps lead to have frames. To be asked when the method was visited.
     *
     * @param length of its code before, bytes
     */
    final boolean isDoubted(int length) {
        return isDoubted || !begun || !hasFrames
                || length + BEGIN_BYTES + ends * END_BYTES + switches * SWITCH_BYTES > LONGEST_JUMP;
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
            ends++;
            writeEnd(mv, -1);
        }
        super.visitInsn(opcode);
    }

    @Override
    public void visitTableSwitchInsn(int least, int most, Label other, Label... cases) {
        switches++;
        super.visitTableSwitchInsn(least, most, other, cases);
    }

    @Override
    public void visitLookupSwitchInsn(Label other, int[] keys, Label[] cases) {
        switches++;
        super.visitLookupSwitchInsn(other, keys, cases);
    }

    @Override
    public void visitFrame(int type, int count, Object[] local, int stackCount, Object[] stack) {
        isDoubted |= !begun || Arrays.asList(local).subList(0, count).contains(Opcodes.UNINITIALIZED_THIS);
        super.visitFrame(type, count, local, stackCount, stack);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        isDoubted |= Math.max(maxStack + OPERANDS, maxLocals + 2) > MOST_VARIABLES;
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
