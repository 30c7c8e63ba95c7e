package sim.agent.intercept;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.AnalyzerAdapter;
import org.objectweb.asm.tree.MethodNode;

/**
 * Keeps the original instruction beside an injected call on an object, for an object that is null. Only that instruction makes the JVM
 * throw what it throws without SIM, with the same message and frames.
 *
 * <pre>
 *  call(object, arguments)  ->  object == null ? object.method(arguments) : call(object, arguments)
 * </pre>
 */
final class NullReceivers extends AnalyzerAdapter {
    /** The first free variable. Arguments are kept from there on while the object is compared with null. */
    private final int free;

    NullReceivers(String type, MethodNode method, MethodVisitor next) {
        super(Opcodes.ASM9, type, method.access, method.name, method.desc, next);
        this.free = method.maxLocals;
    }

    @Override
    public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
        if (!InjectedCalls.isOfAnObject(bootstrap, arguments) || stack == null) {
            super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
            return;
        }
        Handle called = (Handle) arguments[0];
        Type[] values = Type.getArgumentTypes(called.getDesc());
        Object[] locals = frame(this.locals);
        store(values);
        super.visitInsn(Opcodes.DUP);
        Label isNull = new Label();
        super.visitJumpInsn(Opcodes.IFNULL, isNull);
        Object[] localsThere = frame(this.locals);
        Object[] stackThere = frame(stack);
        load(values);
        super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
        Object[] stackAfter = frame(stack);
        Label after = new Label();
        super.visitJumpInsn(Opcodes.GOTO, after);

        super.visitLabel(isNull);
        super.visitFrame(Opcodes.F_NEW, localsThere.length, localsThere, stackThere.length, stackThere);
        load(values);
        super.visitMethodInsn(called.isInterface() ? Opcodes.INVOKEINTERFACE : Opcodes.INVOKEVIRTUAL,
                called.getOwner(), called.getName(), called.getDesc(), called.isInterface());

        super.visitLabel(after);
        super.visitFrame(Opcodes.F_NEW, locals.length, locals, stackAfter.length, stackAfter);
        super.visitInsn(Opcodes.NOP); // the next instruction may have a frame of its own
    }

    private void store(Type... values) {
        int at = free;
        for (Type each : values) {
            at += each.getSize();
        }
        for (int i = values.length - 1; i >= 0; i--) {
            at -= values[i].getSize();
            super.visitVarInsn(values[i].getOpcode(Opcodes.ISTORE), at);
        }
    }

    private void load(Type... values) {
        int at = free;
        for (Type each : values) {
            super.visitVarInsn(each.getOpcode(Opcodes.ILOAD), at);
            at += each.getSize();
        }
    }

    /** Converts slots to a frame's values: in a frame, a long or double value is one entry. */
    private static Object[] frame(List<Object> slots) {
        List<Object> values = new ArrayList<>(slots);
        for (int i = 0; i < values.size(); i++) {
            if (values.get(i) == Opcodes.LONG || values.get(i) == Opcodes.DOUBLE) {
                values.remove(i + 1);
            }
        }
        return values.toArray();
    }
}
