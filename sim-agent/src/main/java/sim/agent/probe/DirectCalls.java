package sim.agent.probe;

import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Replaces the advice calls of one method by calls of its probe. An advice call is at most four instructions in a row. An instruction that
 * may begin one is held back until that is certain.
 */
final class DirectCalls extends HintedMethod {
    private final String inClass;
    private final ProbeFields fields;
    private final ProbeCalls calls;
    /** The aspect that meters a join point, by the field of the join point's static part. */
    private final Map<String, String> owners = new HashMap<>();

    private String heldAspect;
    private int heldError = -1;
    private String heldPart;
    private String heldPartType;

    DirectCalls(MethodVisitor next, WovenClass woven, ProbeFields fields, String method, int locals) {
        super(next, locals);
        this.inClass = woven.name();
        this.fields = fields;
        this.calls = new ProbeCalls(inClass, method, woven.mayRunEarly());
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean onInterface) {
        Advice advice = heldPart == null ? null : Advice.of(name);
        if (advice != null) {
            String aspect = owners.computeIfAbsent(heldPart, any -> heldAspect);
            if (aspect.equals(heldAspect)) {
                call(advice);
            }
            drop();
            return;
        }
        release();
        if (opcode == Opcodes.INVOKESTATIC && name.equals("aspectOf") && descriptor.equals("()L" + owner + ";")) {
            heldAspect = owner;
        } else {
            super.visitMethodInsn(opcode, owner, name, descriptor, onInterface);
        }
    }

    private void call(Advice advice) {
        fields.load(mv, DirectProbes.siteOf(heldPart));
        if (advice == Advice.BEFORE) {
            calls.begin(mv);
            mv.visitVarInsn(Opcodes.ASTORE, hint);
            return;
        }
        writeOutcome(mv, advice == Advice.RETURNING ? -1 : heldError);
        calls.end(mv);
    }

    @Override
    public void visitVarInsn(int opcode, int variable) {
        if (heldAspect != null && heldError < 0 && heldPart == null && opcode == Opcodes.ALOAD) {
            heldError = variable;
        } else {
            release();
            super.visitVarInsn(opcode, variable);
        }
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
        if (heldAspect != null && heldPart == null && Advice.isPart(opcode, owner, name, inClass)) {
            heldPart = name;
            heldPartType = descriptor;
        } else {
            release();
            super.visitFieldInsn(opcode, owner, name, descriptor);
        }
    }

    /** Passes on what was held back, because it was no advice call. */
    private void release() {
        String aspect = heldAspect;
        int error = heldError;
        String part = heldPart;
        drop();
        if (aspect != null) {
            super.visitMethodInsn(Opcodes.INVOKESTATIC, aspect, "aspectOf", "()L" + aspect + ";", false);
        }
        if (error >= 0) {
            super.visitVarInsn(Opcodes.ALOAD, error);
        }
        if (part != null) {
            super.visitFieldInsn(Opcodes.GETSTATIC, inClass, part, heldPartType);
        }
    }

    private void drop() {
        heldAspect = null;
        heldError = -1;
        heldPart = null;
    }

    @Override
    public void visitFrame(int type, int count, Object[] local, int stackCount, Object[] stack) {
        release();
        super.visitFrame(type, count, local, stackCount, stack);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        super.visitMaxs(Math.max(3, maxStack + 1), maxLocals + 1);
    }

    @Override
    public void visitInsn(int opcode) {
        release();
        super.visitInsn(opcode);
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
        release();
        super.visitIntInsn(opcode, operand);
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
        release();
        super.visitTypeInsn(opcode, type);
    }

    @Override
    public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
        release();
        super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
    }

    @Override
    public void visitJumpInsn(int opcode, Label label) {
        release();
        super.visitJumpInsn(opcode, label);
    }

    @Override
    public void visitLabel(Label label) {
        release();
        super.visitLabel(label);
    }

    @Override
    public void visitLdcInsn(Object value) {
        release();
        super.visitLdcInsn(value);
    }

    @Override
    public void visitIincInsn(int variable, int increment) {
        release();
        super.visitIincInsn(variable, increment);
    }

    @Override
    public void visitTableSwitchInsn(int least, int most, Label otherwise, Label... labels) {
        release();
        super.visitTableSwitchInsn(least, most, otherwise, labels);
    }

    @Override
    public void visitLookupSwitchInsn(Label otherwise, int[] keys, Label[] labels) {
        release();
        super.visitLookupSwitchInsn(otherwise, keys, labels);
    }

    @Override
    public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
        release();
        super.visitMultiANewArrayInsn(descriptor, dimensions);
    }
}
