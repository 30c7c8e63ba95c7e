package sim.agent.probe;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** The initialiser of a woven class, metered as class loading. */
final class Initialiser extends BracketedMethod {
    static final String LOADING = "sim/metrics/probe/ClassLoading";

    /** @param locals how many local variables it has */
    Initialiser(MethodVisitor next, int locals, boolean hasFrames) {
        super(next, locals, hasFrames, true);
    }

    /** Begins to meter after the class's probes have been made, because making them is no part of its loading. */
    void prepared() {
        mv.visitVarInsn(Opcodes.ALOAD, hint);
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, LOADING, "prepared", "(L" + HINT + ";)V", false);
    }

    @Override
    protected void writeBegin(MethodVisitor into) {
        into.visitMethodInsn(Opcodes.INVOKESTATIC, LOADING, "begin", "()L" + HINT + ";", false);
    }

    @Override
    protected void writeEnd(MethodVisitor into, int error) {
        into.visitVarInsn(Opcodes.ALOAD, hint);
        into.visitMethodInsn(Opcodes.INVOKESTATIC, LOADING, "end", "(L" + HINT + ";)V", false);
    }
}
