package sim.agent.code;

import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Tells in one pass whether a method may return with more than its result on the operand stack. Follows the height of the stack in words,
 * by the method's frames and jumps. If neither tells the height, the answer is yes, and {@link SurplusReturns} looks more closely.
 */
class StackHeights extends MethodVisitor {
    /** By how many words each instruction without operands changes the stack, with 'E' for 0: from nop to dconst_1. */
    private static final String CONSTANTS = "EFFFFFFFFGGFFFGG";
    /** The same for iaload to saload. */
    private static final String ARRAY_LOADS = "DEDEDDDD";
    /** From iastore to dcmpg, of which ASM shows iinc elsewhere. */
    private static final String FROM_ARRAY_STORES = "BABABBBB" + "DC" + "FFFGGG" + "E" // iastore to swap
            + "DCDC".repeat(5) + "EEEE" // arithmetic
            + "DDDDDD" + "DCDCDC" + "E" // shifts, logic, iinc
            + "FEFDDEFEFDEDEEE" // conversions; i2b to i2s at the end
            + "BDDBB"; // comparisons
    private static final int UNKNOWN = -1;

    private final Map<Label, Integer> heights = new HashMap<>();
    private int height;
    private boolean surplus;

    StackHeights() {
        super(Opcodes.ASM9);
    }

    final boolean maySurplus() {
        return surplus;
    }

    private void change(int words) {
        if (height != UNKNOWN) {
            height = Math.max(0, height + words);
        }
    }

    private void returns(int result) {
        surplus |= height == UNKNOWN || height > result;
        height = UNKNOWN;
    }

    @Override
    public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
        heights.put(handler, 1);
    }

    @Override
    public void visitLabel(Label label) {
        Integer known = heights.get(label);
        if (known != null) {
            height = known;
        }
    }

    @Override
    public void visitFrame(int type, int locals, Object[] local, int entries, Object[] stack) {
        int words = 0;
        for (int i = 0; i < entries; i++) {
            words += stack[i] == Opcodes.LONG || stack[i] == Opcodes.DOUBLE ? 2 : 1;
        }
        height = words;
    }

    @Override
    public void visitInsn(int opcode) {
        switch (opcode) {
            case Opcodes.RETURN -> returns(0);
            case Opcodes.LRETURN, Opcodes.DRETURN -> returns(2);
            case Opcodes.IRETURN, Opcodes.FRETURN, Opcodes.ARETURN -> returns(1);
            case Opcodes.ATHROW -> height = UNKNOWN;
            case Opcodes.ARRAYLENGTH -> change(0);
            case Opcodes.MONITORENTER, Opcodes.MONITOREXIT -> change(-1);
            default -> change(words(opcode));
        }
    }

    private static int words(int opcode) {
        if (opcode <= Opcodes.DCONST_1) {
            return CONSTANTS.charAt(opcode) - 'E';
        }
        return opcode <= Opcodes.SALOAD
                ? ARRAY_LOADS.charAt(opcode - Opcodes.IALOAD) - 'E'
                : FROM_ARRAY_STORES.charAt(opcode - Opcodes.IASTORE) - 'E';
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
        change(opcode == Opcodes.NEWARRAY ? 0 : 1);
    }

    @Override
    public void visitVarInsn(int opcode, int variable) {
        switch (opcode) {
            case Opcodes.LLOAD, Opcodes.DLOAD -> change(2);
            case Opcodes.ILOAD, Opcodes.FLOAD, Opcodes.ALOAD -> change(1);
            case Opcodes.LSTORE, Opcodes.DSTORE -> change(-2);
            case Opcodes.RET -> height = UNKNOWN;
            default -> change(-1);
        }
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
        change(opcode == Opcodes.NEW ? 1 : 0);
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
        int size = descriptor.equals("J") || descriptor.equals("D") ? 2 : 1;
        switch (opcode) {
            case Opcodes.GETSTATIC -> change(size);
            case Opcodes.PUTSTATIC -> change(-size);
            case Opcodes.GETFIELD -> change(size - 1);
            default -> change(-size - 1);
        }
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean onInterface) {
        called(descriptor, opcode == Opcodes.INVOKESTATIC ? 1 : 0);
    }

    @Override
    public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
        called(descriptor, 1);
    }

    /** ASM's argument sizes always count a receiver. */
    private void called(String descriptor, int without) {
        int sizes = Type.getArgumentsAndReturnSizes(descriptor);
        change((sizes & 3) - (sizes >> 2) + without);
    }

    @Override
    public void visitJumpInsn(int opcode, Label label) {
        switch (opcode) {
            case Opcodes.GOTO, Opcodes.JSR -> {
                jump(label, opcode == Opcodes.JSR ? 1 : 0);
                height = UNKNOWN;
            }
            case Opcodes.IF_ICMPEQ, Opcodes.IF_ICMPNE, Opcodes.IF_ICMPLT, Opcodes.IF_ICMPGE, Opcodes.IF_ICMPGT,
                    Opcodes.IF_ICMPLE, Opcodes.IF_ACMPEQ, Opcodes.IF_ACMPNE -> {
                change(-2);
                jump(label, 0);
            }
            default -> {
                change(-1);
                jump(label, 0);
            }
        }
    }

    private void jump(Label label, int more) {
        if (height != UNKNOWN) {
            heights.put(label, height + more);
        }
    }

    @Override
    public void visitLdcInsn(Object value) {
        boolean wide = value instanceof Long || value instanceof Double
                || value instanceof org.objectweb.asm.ConstantDynamic constant && constant.getSize() == 2;
        change(wide ? 2 : 1);
    }

    @Override
    public void visitTableSwitchInsn(int least, int most, Label otherwise, Label... labels) {
        visitLookupSwitchInsn(otherwise, null, labels);
    }

    @Override
    public void visitLookupSwitchInsn(Label otherwise, int[] keys, Label[] labels) {
        change(-1);
        jump(otherwise, 0);
        for (Label label : labels) {
            jump(label, 0);
        }
        height = UNKNOWN;
    }

    @Override
    public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
        change(1 - dimensions);
    }
}
