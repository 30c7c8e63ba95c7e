package sim.agent.probe;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Removes the probes from methods of a woven class: the calls that {@link DirectCalls} wrote, the variable between them, and what the
 * weaver needed only for them. Fields and methods stay, so it also works for a class that is loaded. A method whose probe is written
 * differently stays unchanged. While a name is off, its begin returns null and its end then does nothing, so the method does the same
 * without them.
 */
public final class ProbeRemoval {
    private static final String BEGIN = "begin";
    private static final String END = "end";

    private final MethodNode method;
    private int hint;
    private MethodInsnNode begin;
    /** Pairs of instructions: the store of a result before an end, and its load after it. */
    private final List<VarInsnNode> returned = new ArrayList<>();
    private final List<AbstractInsnNode> gone = new ArrayList<>();

    /**
     * A class without some of its probes.
     *
     * @param bytes  the class
     * @param probes how many were removed
     */
    public record Result(byte[] bytes, int probes) {}

    private ProbeRemoval(MethodNode method) {
        this.method = method;
    }

    /** The class without the probes of the methods with these names; null if it has none of them. */
    public static Result of(byte[] bytes, Set<String> methods) {
        ClassReader reader = new ClassReader(bytes);
        ClassNode type = new ClassNode(Opcodes.ASM9);
        reader.accept(type, ClassReader.EXPAND_FRAMES);
        int probes = 0;
        for (MethodNode each : type.methods) {
            if (methods.contains(each.name) && new ProbeRemoval(each).done()) {
                probes++;
            }
        }
        if (probes == 0) {
            return null;
        }
        ClassWriter writer = new ClassWriter(reader, 0);
        type.accept(writer);
        return new Result(writer.toByteArray(), probes);
    }

    private boolean done() {
        if (!findBegin() || !findUses()) {
            return false;
        }
        gone.forEach(method.instructions::remove);
        forget(hint);
        returned.removeIf(each -> method.instructions.indexOf(each) < 0);
        new LeftOver(method).clean(returned);
        return true;
    }

    /** Finds the method's only begin, which an {@code ASTORE} follows. */
    private boolean findBegin() {
        for (AbstractInsnNode each : method.instructions) {
            if (each instanceof MethodInsnNode called && isCall(called, BEGIN)) {
                if (begin != null) {
                    return false;
                }
                begin = called;
            }
        }
        if (begin == null || !(next(begin) instanceof VarInsnNode stored) || stored.getOpcode() != Opcodes.ASTORE) {
            return false;
        }
        hint = stored.var;
        AbstractInsnNode site = previous(begin);
        while (site != null && site.getOpcode() == Opcodes.LDC) {
            gone.add(site);
            site = previous(site);
        }
        gone.add(begin);
        gone.add(stored);
        return isSite(site) && gone.add(site);
    }

    /** Finds all uses of the hint's variable, and marks them for removal. Returns false if one is unknown. */
    private boolean findUses() {
        Set<AbstractInsnNode> known = new HashSet<>(gone);
        for (AbstractInsnNode each : method.instructions) {
            if (each instanceof IincInsnNode counted && counted.var == hint) {
                return false;
            }
            if (each instanceof VarInsnNode used && used.var == hint && !known.contains(used) && !isKnown(used)) {
                return false;
            }
        }
        return true;
    }

    private boolean isKnown(VarInsnNode used) {
        AbstractInsnNode before = previous(used);
        if (used.getOpcode() == Opcodes.ASTORE) {
            return before != null && before.getOpcode() == Opcodes.ACONST_NULL && gone.add(before) && gone.add(used);
        }
        AbstractInsnNode error = next(used);
        AbstractInsnNode end = error == null ? null : next(error);
        if (used.getOpcode() != Opcodes.ALOAD || !isSite(before) || !(end instanceof MethodInsnNode called)
                || !isCall(called, END)
                || error.getOpcode() != Opcodes.ACONST_NULL && error.getOpcode() != Opcodes.ALOAD) {
            return false;
        }
        if (error.getOpcode() == Opcodes.ACONST_NULL && previous(before) instanceof VarInsnNode stored
                && next(end) instanceof VarInsnNode loaded) {
            returned.add(stored);
            returned.add(loaded);
        }
        if (previous(before) != null && previous(before).getOpcode() == Opcodes.NOP) {
            gone.add(previous(before)); // the weaver puts it where a method returns nothing
        }
        gone.addAll(List.of(before, used, error, end));
        return true;
    }

    /** Removes the variable from all frames. */
    private void forget(int variable) {
        for (AbstractInsnNode each : method.instructions) {
            if (each instanceof FrameNode frame) {
                LeftOver.forget(frame, variable);
            }
        }
        method.localVariables = method.localVariables == null
                ? null
                : new ArrayList<>(method.localVariables.stream().filter(each -> each.index != variable).toList());
    }

    private static boolean isSite(AbstractInsnNode node) {
        return node instanceof FieldInsnNode field && field.getOpcode() == Opcodes.GETSTATIC
                && field.desc.equals(ProbeFields.SITE_TYPE);
    }

    private static boolean isCall(MethodInsnNode called, String name) {
        return called.name.equals(name) && (called.owner.equals(ProbeFields.SITE)
                || called.owner.equals(ProbeFields.JOIN_POINTS)
                        && called.desc.startsWith("(" + ProbeFields.SITE_TYPE));
    }

    static AbstractInsnNode next(AbstractInsnNode of) {
        return ProbeInCode.next(of);
    }

    static AbstractInsnNode previous(AbstractInsnNode of) {
        return ProbeInCode.previous(of);
    }
}
