package sim.agent.code;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/** Checks one method from its first instruction to its last. The types at each jump and at each frame must fit the frame. */
final class FrameCheck {
    private static final Type THROWABLE = Type.getObjectType("java/lang/Throwable");

    private final ClassNode type;
    private final MethodNode method;
    private final TypeRules rules;
    private final Map<LabelNode, Frame<BasicValue>> declared = new HashMap<>();
    private final List<TryCatchBlockNode> active = new ArrayList<>();
    /** The types before the next instruction; null after an instruction that never continues to it. */
    private Frame<BasicValue> current;
    /** Whether local variables have changed since they were last compared with the handlers' frames. */
    private boolean changed;
    /** Whether this constructor has not yet called the superclass's, even if no variable holds the object. */
    private boolean isRaw;

    FrameCheck(ClassNode type, MethodNode method, TypeRules rules) {
        this.type = type;
        this.method = method;
        this.rules = rules;
    }

    void run() throws AnalyzerException {
        collectFrames();
        checkHandlers();
        current = entry();
        isRaw = holdsRaw(current);
        for (AbstractInsnNode at = method.instructions.getFirst(); at != null; at = at.getNext()) {
            if (at instanceof LabelNode label) {
                passLabel(label);
            } else if (at instanceof FrameNode) {
                passFrame(at);
            } else if (at.getOpcode() >= 0) {
                step(at);
            }
        }
        if (current != null) {
            throw new AnalyzerException(null, "the code runs past its end");
        }
    }

    private void collectFrames() throws AnalyzerException {
        List<LabelNode> labels = new ArrayList<>();
        for (AbstractInsnNode at = method.instructions.getFirst(); at != null; at = at.getNext()) {
            if (at instanceof LabelNode label) {
                labels.add(label);
            } else if (at instanceof FrameNode frame) {
                Frame<BasicValue> state = read(frame);
                labels.forEach(label -> declared.put(label, state));
            } else if (at.getOpcode() >= 0) {
                labels.clear();
            }
        }
    }

    private void checkHandlers() throws AnalyzerException {
        for (TryCatchBlockNode each : method.tryCatchBlocks) {
            Frame<BasicValue> frame = declaredAt(each.handler, null);
            Type caught = each.type == null ? THROWABLE : Type.getObjectType(each.type);
            if (frame.getStackSize() != 1 || !rules.isSubTypeOf(new BasicValue(caught), frame.getStack(0))) {
                throw new AnalyzerException(each.handler, "a handler's frame does not hold what it catches");
            }
        }
    }

    private void passLabel(LabelNode label) {
        for (TryCatchBlockNode each : method.tryCatchBlocks) {
            if (each.start == label) {
                active.add(each);
                changed = true;
            }
            if (each.end == label) {
                active.remove(each);
            }
        }
    }

    private void passFrame(AbstractInsnNode frame) throws AnalyzerException {
        AbstractInsnNode label = frame.getPrevious();
        while (label != null && !(label instanceof LabelNode)) {
            label = label.getPrevious();
        }
        Frame<BasicValue> next = label == null ? read((FrameNode) frame) : declared.get(label);
        if (current != null) {
            compare(current, next, frame);
        }
        current = new Frame<>(next);
        isRaw = holdsRaw(current);
        changed = true;
    }

    private void step(AbstractInsnNode at) throws AnalyzerException {
        if (current == null) {
            throw new AnalyzerException(at, "code after a jump has no frame");
        }
        compareHandlers(at);
        int opcode = at.getOpcode();
        BasicValue made = opcode == Opcodes.INVOKESPECIAL ? receiver((MethodInsnNode) at) : null;
        try {
            current.execute(at, rules);
        } catch (IndexOutOfBoundsException underOrOver) {
            throw new AnalyzerException(at, "the operand stack: " + underOrOver.getMessage());
        }
        if (words() > method.maxStack) {
            throw new AnalyzerException(at, "the operand stack is higher than the method says it gets");
        }
        if (made instanceof TypeRules.Raw) {
            initialised(made);
        }
        if (opcode >= Opcodes.ISTORE && opcode <= Opcodes.ASTORE) {
            changed = true;
            compareHandlers(at);
        }
        jump(at, opcode);
    }

    /** The stack's height in words; ASM counts values. */
    private int words() {
        int words = 0;
        for (int i = 0; i < current.getStackSize(); i++) {
            words += current.getStack(i).getSize();
        }
        return words;
    }

    private void jump(AbstractInsnNode at, int opcode) throws AnalyzerException {
        if (at instanceof JumpInsnNode jump) {
            compare(current, declaredAt(jump.label, at), at);
        } else if (at instanceof TableSwitchInsnNode table) {
            jump(at, table.dflt, table.labels);
        } else if (at instanceof LookupSwitchInsnNode lookup) {
            jump(at, lookup.dflt, lookup.labels);
        }
        if (opcode == Opcodes.GOTO || opcode == Opcodes.ATHROW || opcode >= Opcodes.TABLESWITCH
                && opcode <= Opcodes.RETURN) {
            current = null;
        }
    }

    private void jump(AbstractInsnNode at, LabelNode otherwise, List<LabelNode> labels) throws AnalyzerException {
        compare(current, declaredAt(otherwise, at), at);
        for (LabelNode each : labels) {
            compare(current, declaredAt(each, at), at);
        }
    }

    private Frame<BasicValue> declaredAt(LabelNode label, AbstractInsnNode at) throws AnalyzerException {
        Frame<BasicValue> frame = declared.get(label);
        if (frame == null) {
            throw new AnalyzerException(at, "a jump leads to where there is no frame");
        }
        return frame;
    }

    /** The object for which a constructor is called, or null. */
    private BasicValue receiver(MethodInsnNode call) {
        int at = current.getStackSize() - 1 - Type.getArgumentTypes(call.desc).length;
        return call.name.equals("<init>") && at >= 0 ? current.getStack(at) : null;
    }

    private void initialised(BasicValue made) {
        BasicValue now = new BasicValue(made.getType());
        isRaw &= !isThis(made);
        for (int i = 0; i < current.getLocals(); i++) {
            if (made.equals(current.getLocal(i))) {
                current.setLocal(i, now);
            }
        }
        for (int i = 0; i < current.getStackSize(); i++) {
            if (made.equals(current.getStack(i))) {
                current.setStack(i, now);
            }
        }
        changed = true;
    }

    /** Compares the variables with the frames of the active handlers, because an exception may be thrown at this instruction. */
    private void compareHandlers(AbstractInsnNode at) throws AnalyzerException {
        if (changed) {
            for (TryCatchBlockNode each : active) {
                compareLocals(current, declared.get(each.handler), at);
            }
            changed = false;
        }
    }

    private void compare(Frame<BasicValue> given, Frame<BasicValue> wanted, AbstractInsnNode at)
            throws AnalyzerException {
        compareLocals(given, wanted, at);
        if (given.getStackSize() != wanted.getStackSize()) {
            throw new AnalyzerException(at,
                    given.getStackSize() + " values on the operand stack where the frame has "
                            + wanted.getStackSize());
        }
        for (int i = 0; i < given.getStackSize(); i++) {
            if (!fits(given.getStack(i), wanted.getStack(i))) {
                throw new AnalyzerException(at, "on the operand stack is " + given.getStack(i)
                        + " where the frame has " + wanted.getStack(i));
            }
        }
    }

    private void compareLocals(Frame<BasicValue> given, Frame<BasicValue> wanted, AbstractInsnNode at)
            throws AnalyzerException {
        // The JVM keeps this as a flag of the frame. Without a variable that holds the object, the code could return it unfinished.
        if (isRaw && !holdsRaw(wanted)) {
            throw new AnalyzerException(at, "this object is not initialised, and the frame does not say so");
        }
        for (int i = 0; i < given.getLocals(); i++) {
            if (!fits(given.getLocal(i), wanted.getLocal(i))) {
                throw new AnalyzerException(at, "variable " + i + " is " + given.getLocal(i)
                        + " where the frame has " + wanted.getLocal(i));
            }
        }
    }

    private static boolean holdsRaw(Frame<BasicValue> frame) {
        for (int i = 0; i < frame.getLocals(); i++) {
            if (isThis(frame.getLocal(i))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isThis(BasicValue value) {
        return value instanceof TypeRules.Raw raw && raw.made == null;
    }

    private boolean fits(BasicValue given, BasicValue wanted) {
        if (wanted == BasicValue.UNINITIALIZED_VALUE || given == wanted) {
            return true;
        }
        if (wanted instanceof TypeRules.Raw || given instanceof TypeRules.Raw) {
            return given.equals(wanted);
        }
        return rules.isSubTypeOf(given, wanted);
    }

    private Frame<BasicValue> entry() {
        Frame<BasicValue> frame = blank();
        int at = 0;
        if ((method.access & Opcodes.ACC_STATIC) == 0) {
            Type self = Type.getObjectType(type.name);
            boolean raw = method.name.equals("<init>") && !type.name.equals(Hierarchy.OBJECT);
            frame.setLocal(at++, raw ? new TypeRules.Raw(self, null) : new BasicValue(self));
        }
        for (Type each : Type.getArgumentTypes(method.desc)) {
            frame.setLocal(at++, rules.newValue(each));
            if (each.getSize() == 2) {
                frame.setLocal(at++, BasicValue.UNINITIALIZED_VALUE);
            }
        }
        return frame;
    }

    private Frame<BasicValue> blank() {
        Frame<BasicValue> frame = new Frame<>(method.maxLocals, method.maxStack);
        for (int i = 0; i < method.maxLocals; i++) {
            frame.setLocal(i, BasicValue.UNINITIALIZED_VALUE);
        }
        frame.setReturn(rules.newReturnTypeValue(Type.getReturnType(method.desc)));
        return frame;
    }

    private Frame<BasicValue> read(FrameNode node) {
        Frame<BasicValue> frame = blank();
        int at = 0;
        for (Object each : node.local) {
            BasicValue value = value(each);
            frame.setLocal(at++, value);
            if (value.getSize() == 2) {
                frame.setLocal(at++, BasicValue.UNINITIALIZED_VALUE);
            }
        }
        if (node.stack != null) {
            for (Object each : node.stack) {
                frame.push(value(each));
            }
        }
        return frame;
    }

    private BasicValue value(Object entry) {
        if (entry instanceof String name) {
            return new BasicValue(Type.getObjectType(name));
        }
        if (entry instanceof LabelNode label) {
            AbstractInsnNode made = label;
            while (made.getOpcode() < 0) {
                made = made.getNext();
            }
            return new TypeRules.Raw(made instanceof TypeInsnNode type ? Type.getObjectType(type.desc) : null, made);
        }
        if (entry.equals(Opcodes.UNINITIALIZED_THIS)) {
            return new TypeRules.Raw(Type.getObjectType(type.name), null);
        }
        return entry.equals(Opcodes.INTEGER)
                ? BasicValue.INT_VALUE
                : entry.equals(Opcodes.FLOAT)
                        ? BasicValue.FLOAT_VALUE
                        : entry.equals(Opcodes.LONG)
                                ? BasicValue.LONG_VALUE
                                : entry.equals(Opcodes.DOUBLE)
                                        ? BasicValue.DOUBLE_VALUE
                                        : entry.equals(Opcodes.NULL)
                                                ? new BasicValue(TypeRules.NULL_TYPE)
                                                : BasicValue.UNINITIALIZED_VALUE;
    }
}
