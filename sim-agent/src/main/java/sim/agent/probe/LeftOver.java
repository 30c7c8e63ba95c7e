package sim.agent.probe;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Removes what is left of a method's advice once its probe is gone: a handler that rethrows what it caught, and a variable that holds the
 * result. It removes these only if nobody can tell the difference. The JIT then inlines the method as it was written.
 */
final class LeftOver {
    private final MethodNode method;
    private final InsnList code;

    LeftOver(MethodNode method) {
        this.method = method;
        this.code = method.instructions;
    }

    /** @param returned pairs of a store and a load with nothing left between them */
    void clean(List<VarInsnNode> returned) {
        method.tryCatchBlocks.removeIf(each -> isEmpty(each.start, each.end));
        for (TryCatchBlockNode each : List.copyOf(method.tryCatchBlocks)) {
            if (isIdle(each)) {
                remove(each);
            }
        }
        removeRests(returned);
        removeDoubledFrames();
    }

    /**
     * Removes the first of two frames with no instruction between them. The later one is the more general, because the code continued from
     * one to the other.
     */
    private void removeDoubledFrames() {
        FrameNode last = null;
        for (AbstractInsnNode each : code.toArray()) {
            if (each instanceof FrameNode frame) {
                if (last != null) {
                    code.remove(last);
                }
                last = frame;
            } else if (each.getOpcode() >= 0) {
                last = null;
            }
        }
        if (last != null) {
            code.remove(last);
        }
    }

    /** Whether a handler only rethrows, and no other handler would catch what it catches or throws. */
    private boolean isIdle(TryCatchBlockNode block) {
        AbstractInsnNode store = ProbeInCode.next(block.handler);
        AbstractInsnNode load = store == null ? null : ProbeInCode.next(store);
        AbstractInsnNode leave = load == null ? null : ProbeInCode.next(load);
        if (leave == null || leave.getOpcode() != Opcodes.ATHROW || store.getOpcode() != Opcodes.ASTORE
                || load.getOpcode() != Opcodes.ALOAD || ((VarInsnNode) store).var != ((VarInsnNode) load).var
                || targets().contains(block.handler) || !isUnreached(block.handler)) {
            return false;
        }
        for (AbstractInsnNode at = store; at != leave; at = at.getNext()) {
            if (at instanceof LabelNode label && targets().contains(label)) {
                return false;
            }
        }
        int handler = code.indexOf(block.handler);
        int end = code.indexOf(leave);
        boolean isLast = true;
        for (int i = method.tryCatchBlocks.size() - 1; i >= 0; i--) {
            TryCatchBlockNode other = method.tryCatchBlocks.get(i);
            boolean overlaps = code.indexOf(other.start) < code.indexOf(block.end)
                    && code.indexOf(block.start) < code.indexOf(other.end);
            if (other == block) {
                isLast = false;
            } else if (other.handler == block.handler || isLast && overlaps) {
                return false;
            }
            if (code.indexOf(other.start) <= end && handler < code.indexOf(other.end)) {
                return false;
            }
        }
        return true;
    }

    /** Whether the code before a label never continues to it. */
    private boolean isUnreached(LabelNode label) {
        AbstractInsnNode before = ProbeInCode.previous(label);
        int opcode = before == null ? -1 : before.getOpcode();
        return opcode == Opcodes.GOTO || opcode == Opcodes.ATHROW
                || opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN
                || opcode == Opcodes.TABLESWITCH || opcode == Opcodes.LOOKUPSWITCH;
    }

    private void remove(TryCatchBlockNode block) {
        method.tryCatchBlocks.remove(block);
        AbstractInsnNode at = block.handler;
        boolean isOver = false;
        while (!isOver) {
            AbstractInsnNode next = at.getNext();
            isOver = at.getOpcode() == Opcodes.ATHROW;
            if (at.getOpcode() >= 0 || at instanceof FrameNode || at instanceof LineNumberNode) {
                code.remove(at);
            }
            at = next;
        }
        dropEmptyVariables();
        // a line number at the end would be outside the code
        AbstractInsnNode last = code.getLast();
        while (last != null && last.getOpcode() < 0) {
            AbstractInsnNode before = last.getPrevious();
            if (last instanceof LineNumberNode) {
                code.remove(last);
            }
            last = before;
        }
    }

    private void dropEmptyVariables() {
        if (method.localVariables != null) {
            List<LocalVariableNode> kept = new ArrayList<>(method.localVariables);
            kept.removeIf(each -> isEmpty(each.start, each.end));
            method.localVariables = kept;
        }
    }

    private boolean isEmpty(LabelNode start, LabelNode end) {
        AbstractInsnNode first = ProbeInCode.next(start);
        return first == null || code.indexOf(first) >= code.indexOf(end);
    }

    /** Removes the variable of a result, if no other instruction and no frame uses it. */
    private void removeRests(List<VarInsnNode> returned) {
        Set<Integer> variables = new HashSet<>();
        Set<LabelNode> targets = targets();
        for (int i = 0; i < returned.size(); i += 2) {
            VarInsnNode store = returned.get(i);
            VarInsnNode load = returned.get(i + 1);
            AbstractInsnNode leave = ProbeInCode.next(load);
            boolean isPair = store.var == load.var
                    && load.getOpcode() - store.getOpcode() == Opcodes.ILOAD - Opcodes.ISTORE
                    && leave != null && leave.getOpcode() - load.getOpcode() == Opcodes.IRETURN - Opcodes.ILOAD;
            for (AbstractInsnNode at = store; isPair && at != load; at = at.getNext()) {
                isPair = at != null && (at == store || at.getOpcode() < 0)
                        && !(at instanceof LabelNode label && targets.contains(label)) && !(at instanceof FrameNode);
            }
            if (!isPair) {
                return;
            }
            variables.add(store.var);
        }
        Set<AbstractInsnNode> pairs = new HashSet<>(returned);
        if (variables.size() == 1 && !isUsed(variables.iterator().next(), pairs)) {
            pairs.forEach(code::remove);
            dropEmptyVariables();
        }
    }

    private boolean isUsed(int variable, Collection<AbstractInsnNode> butIn) {
        for (AbstractInsnNode each : code) {
            if (each instanceof VarInsnNode used && used.var == variable && !butIn.contains(used)
                    || each instanceof IincInsnNode counted && counted.var == variable
                    || each instanceof FrameNode frame && place(frame, variable) >= 0
                            && frame.local.get(place(frame, variable)) != Opcodes.TOP) {
                return true;
            }
        }
        return false;
    }

    private Set<LabelNode> targets() {
        Set<LabelNode> targets = new HashSet<>();
        for (AbstractInsnNode each : code) {
            if (each instanceof JumpInsnNode jump) {
                targets.add(jump.label);
            } else if (each instanceof TableSwitchInsnNode cases) {
                targets.addAll(cases.labels);
                targets.add(cases.dflt);
            } else if (each instanceof LookupSwitchInsnNode cases) {
                targets.addAll(cases.labels);
                targets.add(cases.dflt);
            }
        }
        return targets;
    }

    /** Removes a variable from a frame. */
    static void forget(FrameNode frame, int variable) {
        int place = place(frame, variable);
        if (place >= 0) {
            frame.local = new ArrayList<>(frame.local);
            frame.local.set(place, Opcodes.TOP);
        }
    }

    /** The position of a variable in a frame; -1 if the frame does not have it. */
    private static int place(FrameNode frame, int variable) {
        int at = 0;
        for (int i = 0; frame.local != null && i < frame.local.size() && at <= variable; i++) {
            if (at == variable) {
                return i;
            }
            Object type = frame.local.get(i);
            at += type == Opcodes.LONG || type == Opcodes.DOUBLE ? 2 : 1;
        }
        return -1;
    }
}
