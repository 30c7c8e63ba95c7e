package sim.agent.inject;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** The methods of a class, without their code. */
public final class ClassShape extends ClassVisitor {
    private final List<Method> methods = new ArrayList<>();
    private int version;

    private ClassShape() {
        super(Opcodes.ASM9);
    }

    /** A method. */
    public record Method(int access, String name, String descriptor) {
        private String parameters() {
            return descriptor.substring(0, descriptor.indexOf(')'));
        }
    }

    public static ClassShape read(ClassReader reader) {
        ClassShape shape = new ClassShape();
        reader.accept(shape, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return shape;
    }

    /** The version of the class file. */
    public int version() {
        return version;
    }

    /** The methods that a selection means. A bridge method, made by the compiler, counts only if no other method has its parameters. */
    public List<Method> selected(MethodSelection selection) {
        List<Method> all = methods.stream().filter(each -> selection.selects(each.name(), each.descriptor())).toList();
        return all.stream().filter(each -> !MethodSelection.isBridge(each.access()) || all.stream().noneMatch(
                other -> !MethodSelection.isBridge(other.access()) && other.parameters().equals(each.parameters())))
                .toList();
    }

    @Override
    public void visit(int read, int access, String name, String signature, String parent, String[] interfaces) {
        version = read;
    }

    @Override
    public MethodVisitor visitMethod(int access, String name, String descriptor, String signature,
            String[] exceptions) {
        methods.add(new Method(access, name, descriptor));
        return null;
    }
}
