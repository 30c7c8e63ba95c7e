package sim.agent.inject;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** The names of a method's parameters, from the debugging information of its class file. */
public final class ParameterNames extends ClassVisitor {
    private final String member;
    private final String descriptor;
    private final List<String> names = new ArrayList<>();

    private ParameterNames(String member, String descriptor) {
        super(Opcodes.ASM9);
        this.member = member;
        this.descriptor = descriptor;
    }

    /** The names in their order; an unknown one is empty. An empty list if the class file cannot be read. */
    public static List<String> of(Class<?> owner, String member, String descriptor) {
        ParameterNames found = new ParameterNames(member, descriptor);
        ClassLoader loader = owner.getClassLoader();
        try (InputStream bytes = loader == null
                ? null
                : loader.getResourceAsStream(owner.getName().replace('.', '/') + ".class")) {
            if (bytes != null) {
                new ClassReader(bytes).accept(found, ClassReader.SKIP_FRAMES);
            }
        } catch (IOException | RuntimeException unreadable) {
            return List.of();
        }
        return found.names;
    }

    @Override
    public MethodVisitor visitMethod(int access, String name, String type, String signature, String[] exceptions) {
        if (!name.equals(member) || !type.equals(descriptor)) {
            return null;
        }
        List<Integer> slots = new ArrayList<>();
        int slot = (access & Opcodes.ACC_STATIC) != 0 ? 0 : 1;
        for (Type each : Type.getArgumentTypes(type)) {
            slots.add(slot);
            slot += each.getSize();
            names.add("");
        }
        return new MethodVisitor(Opcodes.ASM9) {
            @Override
            public void visitLocalVariable(String variable, String its, String generic, Label start, Label end,
                    int index) {
                int at = slots.indexOf(index);
                if (at >= 0 && names.get(at).isEmpty()) {
                    names.set(at, variable);
                }
            }
        };
    }
}
