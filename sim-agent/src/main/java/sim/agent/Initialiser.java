package sim.agent;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** A woven class's initialiser, metered as class loading. */
final class Initialiser extends BracketedMethod {
    static final String LOADING = "sim/metrics/probe/ClassLoading";

    Initialiser(MethodVisitor next, WovenClass woven) {
        super(next, woven.initialisersLocals(), woven.hasFrames(), true);
    }

    @Override
    void writeBegin(MethodVisitor into) {
        into.visitMethodInsn(Opcodes.INVOKESTATIC, LOADING, "begin", "()L" + HINT + ";", false);
    }

    @Override
    void writeEnd(MethodVisitor into) {
        into.visitInsn(Opcodes.POP);
        into.visitMethodInsn(Opcodes.INVOKESTATIC, LOADING, "end", "(L" + HINT + ";)V", false);
    }
}
