package sim.agent.probe;

import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;
import java.util.function.Function;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import sim.agent.code.ListedMethod;

/**
 * Puts probes into methods of a class, and finds out of which it is in doubt whether the JVM accepts them. In one pass, as what is to be
 * known of a method at its begin is in the list of methods.
 */
abstract class MethodProbes extends ClassVisitor {
    /** The first version of class files whose methods must have frames. */
    private static final int WITH_FRAMES = Opcodes.V1_7;

    private final Set<String> methods;
    private final Iterator<ListedMethod> listed;
    private final Set<String> several = new HashSet<>();
    private final Set<String> doubted = new HashSet<>();
    private int version;
    private int probed;

    /** @param methods those that get probes, by name and descriptor */
    MethodProbes(ClassReader reader, Set<String> methods) {
        super(Opcodes.ASM9, new ClassWriter(reader, 0));
        this.methods = methods;
        this.listed = ListedMethod.of(reader).iterator();
    }

    /**
     * The class with probes in those methods that it has, but constructors that begin in several places: see
     * {@link ConstructorStarts}. Throws what ASM throws where a method becomes too large.
     *
     * @param of makes what writes the probes of some methods
     */
    static Written put(ClassReader reader, Set<String> methods, Function<Set<String>, MethodProbes> of) {
        MethodProbes probes = of.apply(methods);
        reader.accept(probes, ClassReader.EXPAND_FRAMES);
        if (!probes.several.isEmpty()) {
            // hardly ever, and not to be known before
            Set<String> others = new HashSet<>(methods);
            others.removeAll(probes.several);
            return put(reader, others, of);
        }
        return new Written(((ClassWriter) probes.cv).toByteArray(), probes.probed, probes.doubted);
    }

    /** What writes a method that gets a probe. */
    abstract ProbedMethod probed(MethodVisitor next, ListedMethod method);

    /** What writes a method that gets none. */
    MethodVisitor other(MethodVisitor next, ListedMethod method) {
        return next;
    }

    /** A method was written. */
    final void ended(ListedMethod method, ProbedMethod written) {
        if (written.beginsSeveralTimes()) {
            several.add(method.name() + method.descriptor());
        }
        ended(method, method.length(), written);
    }

    /** @param length of its code before that was written, bytes */
    final void ended(ListedMethod method, int length, BracketedMethod written) {
        if (version < WITH_FRAMES || written.isDoubted(length)) {
            doubted.add(method.name() + method.descriptor());
        }
    }

    /** Of the class file. */
    final int version() {
        return version;
    }

    @Override
    public void visit(int classVersion, int access, String name, String signature, String parent,
            String[] interfaces) {
        version = classVersion & 0xffff;
        super.visit(classVersion, access, name, signature, parent, interfaces);
    }

    @Override
    public final MethodVisitor visitMethod(int access, String name, String descriptor, String signature,
            String[] exceptions) {
        MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
        ListedMethod method = listed.next();
        if (method.locals() < 0 || !methods.contains(name + descriptor)) {
            return other(next, method);
        }
        probed++;
        return probed(next, method);
    }
}
