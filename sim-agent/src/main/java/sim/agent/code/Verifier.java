package sim.agent.code;

import java.util.Set;
import java.util.function.Predicate;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;

/**
 * Tells whether the JVM's verifier will accept a class, before the JVM is given it: reads the class once, instruction by
 * instruction, with the frames it brings, as the JVM does. No class is loaded for it.
 */
public final class Verifier {
    /** The first version of class files whose methods must have frames. */
    private static final int WITH_FRAMES = Opcodes.V1_7;

    private Verifier() {}

    /**
     * What was found.
     *
     * @param method name of the first method that does not pass; null where all do
     * @param what what is wrong with it
     * @param undecided what depends on classes that cannot be found: pairs of a type and the type it has to be
     */
    public record Finding(String method, String what, Set<String> undecided) {
        /** Whether nothing was found wrong. */
        public boolean passes() {
            return method == null;
        }
    }

    /**
     * Looks at methods of a class.
     *
     * @param asked which ones, by name and descriptor
     */
    public static Finding verify(byte[] bytes, Predicate<String> asked, Hierarchy types) {
        ClassNode type = new ClassNode(Opcodes.ASM9) {
            @Override
            public MethodVisitor visitMethod(int access, String method, String descriptor, String signature,
                    String[] exceptions) {
                return asked.test(method + descriptor)
                        ? super.visitMethod(access, method, descriptor, signature, exceptions)
                        : null;
            }
        };
        ClassReader reader = new ClassReader(bytes);
        types.noteChanged(reader);
        reader.accept(type, ClassReader.SKIP_DEBUG | ClassReader.EXPAND_FRAMES);
        TypeRules rules = new TypeRules(type, types);
        for (MethodNode method : type.methods) {
            if (method.instructions.size() > 0) {
                try {
                    verify(type, method, rules);
                } catch (AnalyzerException wrong) {
                    return new Finding(method.name, text(wrong), rules.undecided());
                } catch (RuntimeException wrong) {
                    return new Finding(method.name, wrong.toString(), rules.undecided());
                }
            }
        }
        return new Finding(null, null, rules.undecided());
    }

    private static void verify(ClassNode type, MethodNode method, TypeRules rules) throws AnalyzerException {
        if ((type.version & 0xffff) >= WITH_FRAMES) {
            new FrameCheck(type, method, rules).run();
        } else {
            new Analyzer<>(rules).analyze(type.name, method);
        }
    }

    private static String text(AnalyzerException wrong) {
        String text = String.valueOf(wrong.getMessage()).replace('\n', ' ');
        return text.length() > 200 ? text.substring(0, 200) : text;
    }
}
