package sim.agent.probe;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import sim.agent.code.ListedMethod;

/** A method with its probe; of a constructor the part the weaver takes for its execution: what comes after the call of another constructor. */
abstract class ProbedMethod extends BracketedMethod {
    private static final String CONSTRUCTOR = "<init>";

    private final ListedMethod method;
    private final MethodProbes in;
    /** Null but of a constructor. */
    private final ConstructorStarts starts;
    private boolean initialised;

    /** @param in is told when it was written */
    ProbedMethod(MethodVisitor next, ListedMethod method, MethodProbes in) {
        super(next, method.locals(), in.version() >= Opcodes.V1_6, !method.name().equals(CONSTRUCTOR));
        this.method = method;
        this.in = in;
        this.starts = method.name().equals(CONSTRUCTOR) ? new ConstructorStarts() : null;
    }

    /** Whether it is a constructor that cannot be probed; known when it was visited. */
    final boolean beginsSeveralTimes() {
        return starts != null && starts.areSeveral();
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
        super.visitTypeInsn(opcode, type);
        if (starts != null && opcode == Opcodes.NEW) {
            starts.made();
        }
    }

    @Override
    public void visitMethodInsn(int opcode, String type, String name, String descriptor, boolean onInterface) {
        super.visitMethodInsn(opcode, type, name, descriptor, onInterface);
        if (starts == null) {
            return;
        }
        starts.called(name);
        if (!initialised && starts.isOne()) {
            initialised = true;
            begin();
        }
    }

    @Override
    public void visitEnd() {
        super.visitEnd();
        in.ended(method, this);
    }
}
