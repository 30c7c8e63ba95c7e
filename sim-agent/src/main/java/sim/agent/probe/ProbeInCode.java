package sim.agent.probe;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Finds the probe of a method, as {@link DirectProbes} or {@link BodyProbes} wrote it.
 *
 * @param begin   the instruction that stores the hint, after which the probe has begun
 * @param ends    the first instruction of each end where the method returns
 * @param handler the begin of the code that catches what is thrown
 * @param block   the exception table's entry for that code
 * @param frame   the frame of that code
 */
public record ProbeInCode(AbstractInsnNode begin, List<AbstractInsnNode> ends, LabelNode handler,
        TryCatchBlockNode block,
        FrameNode frame) {
    /** Null if the method has no probe, or one that is written differently. */
    public static ProbeInCode of(MethodNode method) {
        VarInsnNode begin = null;
        List<AbstractInsnNode> ends = new ArrayList<>();
        LabelNode handler = null;
        for (AbstractInsnNode each : method.instructions) {
            if (!(each instanceof MethodInsnNode called)) {
                continue;
            }
            if (begin == null && called.owner.equals(ProbeFields.SITE) && called.name.equals("begin")
                    && next(each) instanceof VarInsnNode stored) {
                begin = stored;
            } else if (begin != null && isEnd(called)) {
                AbstractInsnNode hint = hint(each, begin.var);
                if (hint == null) {
                    return null;
                }
                if (next(hint).getOpcode() == Opcodes.ACONST_NULL) {
                    ends.add(first(hint));
                } else if (handler == null) {
                    handler = label(hint);
                }
            }
        }
        return begin == null || handler == null ? null : found(method, begin, ends, handler);
    }

    private static ProbeInCode found(MethodNode method, AbstractInsnNode begin, List<AbstractInsnNode> ends,
            LabelNode handler) {
        AbstractInsnNode frame = handler;
        while (frame != null && !(frame instanceof FrameNode)) {
            frame = frame.getNext();
        }
        for (TryCatchBlockNode block : method.tryCatchBlocks) {
            if (block.handler == handler && frame != null) {
                return new ProbeInCode(begin, ends, handler, block, (FrameNode) frame);
            }
        }
        return null;
    }

    /** The variable that holds the result at an end; -1 if the result is on the operand stack. */
    public int result(AbstractInsnNode end) {
        for (AbstractInsnNode each = end; each != null; each = each.getNext()) {
            if (each instanceof MethodInsnNode called && isEnd(called)) {
                AbstractInsnNode load = next(each);
                boolean loads = load.getOpcode() >= Opcodes.ILOAD && load.getOpcode() <= Opcodes.ALOAD;
                return loads ? ((VarInsnNode) load).var : -1;
            }
        }
        return -1;
    }

    private static boolean isEnd(MethodInsnNode called) {
        return called.name.equals("end")
                && (called.owner.equals(ProbeFields.SITE) || called.owner.equals(BodyProbes.PROBES));
    }

    /** The instruction that loads the hint for an end, a few instructions before it; null for none. */
    private static AbstractInsnNode hint(AbstractInsnNode end, int variable) {
        AbstractInsnNode at = end;
        for (int i = 0; i < 5 && at != null; i++) {
            if (at instanceof VarInsnNode load && load.getOpcode() == Opcodes.ALOAD && load.var == variable) {
                return at;
            }
            at = previous(at);
        }
        return null;
    }

    private static AbstractInsnNode first(AbstractInsnNode hint) {
        AbstractInsnNode before = previous(hint);
        return before instanceof FieldInsnNode field && field.desc.equals(ProbeFields.SITE_TYPE) ? before : hint;
    }

    /** The label of the handler that contains an instruction. */
    private static LabelNode label(AbstractInsnNode inHandler) {
        AbstractInsnNode at = inHandler;
        while (at != null && !(at instanceof FrameNode)) {
            at = at.getPrevious();
        }
        while (at != null && !(at instanceof LabelNode)) {
            at = at.getPrevious();
        }
        return (LabelNode) at;
    }

    static AbstractInsnNode next(AbstractInsnNode of) {
        AbstractInsnNode at = of.getNext();
        while (at != null && at.getOpcode() < 0) {
            at = at.getNext();
        }
        return at;
    }

    static AbstractInsnNode previous(AbstractInsnNode of) {
        AbstractInsnNode at = of.getPrevious();
        while (at != null && at.getOpcode() < 0) {
            at = at.getPrevious();
        }
        return at;
    }
}
