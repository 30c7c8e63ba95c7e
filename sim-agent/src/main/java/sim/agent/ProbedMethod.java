package sim.agent;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** A method with its probe; of a constructor the part the weaver takes for its execution: what comes after the call of another constructor. */
abstract class ProbedMethod extends BracketedMethod {
    /** Of a constructor: objects that are made and not yet initialised, of those the call of the superclass's takes. */
    private int unfinished;
    private boolean initialised;

    ProbedMethod(MethodVisitor next, String method, int locals, boolean hasFrames) {
        super(next, locals, hasFrames, !method.equals("<init>"));
        this.initialised = !method.equals("<init>");
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
        super.visitTypeInsn(opcode, type);
        unfinished += opcode == Opcodes.NEW ? 1 : 0;
    }

    @Override
    public void visitMethodInsn(int opcode, String type, String name, String descriptor, boolean onInterface) {
        super.visitMethodInsn(opcode, type, name, descriptor, onInterface);
        if (!initialised && name.equals("<init>") && unfinished-- == 0) {
            initialised = true;
            begin();
        }
    }
}
