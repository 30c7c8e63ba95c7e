package sim.agent.code;

import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * What AspectJ's compiler has woven into a class before it was loaded. The weaver begins anew with the class as it was
 * before, and with the aspects it knows: those it does not know are gone from the class afterwards, whatever they did for the
 * application.
 */
public final class CompiledAspects extends ClassVisitor {
    /** The attribute of every class the compiler has woven. */
    private static final String WOVEN = "org.aspectj.weaver.WeaverState";
    private static final String ATTRIBUTE = "org.aspectj.weaver.";
    /** A line number, which that compiler puts into each method of each class, such as all of Spring Data JPA. It changes nothing. */
    private static final String LINE = ATTRIBUTE + "MethodDeclarationLineNumber";

    /** The aspects that the class calls for advice, and the interfaces it implements, by internal names. */
    private final Set<String> used = new TreeSet<>();
    private String name;

    private CompiledAspects() {
        super(Opcodes.ASM9);
    }

    /**
     * What the constants of a class tell about it.
     *
     * @param isWoven  whether it was woven before it was loaded
     * @param isAspect whether it is an aspect, by AspectJ's attribute or annotation
     * @param isAny whether it has more from AspectJ's compiler than a line number: the weaver does not see some of those methods as methods
     */
    public record Traces(boolean isWoven, boolean isAspect, boolean isAny) {}

    public static Traces traces(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        boolean hasAttributes = hasAttributes(text);
        return new Traces(hasAttributes && text.contains(WOVEN),
                hasAttributes && text.contains("org.aspectj.weaver.Aspect")
                        || text.contains("Lorg/aspectj/lang/annotation/Aspect;"),
                hasAttributes || text.contains("ajc$"));
    }

    /** Whether a class may be an aspect, or be woven before it was loaded: all of that names AspectJ. 0.3 us for 2 KB. */
    public static boolean mayBeIn(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        return text.contains("org.aspectj.") || text.contains("org/aspectj/");
    }

    private static boolean hasAttributes(String text) {
        int next = text.indexOf(ATTRIBUTE);
        while (next >= 0 && text.startsWith(LINE, next)) {
            next = text.indexOf(ATTRIBUTE, next + LINE.length());
        }
        return next >= 0;
    }

    /** Whether a class was woven before it was loaded. */
    public static boolean areIn(byte[] bytes) {
        return traces(bytes).isWoven();
    }

    /** The aspects (or interfaces an aspect declared) that weaving anew has taken out of a class. */
    public static Set<String> lost(byte[] compiled, byte[] woven) {
        Set<String> lost = used(compiled);
        lost.removeAll(used(woven));
        return lost;
    }

    /** The aspects that a class asks for advice, by binary names. */
    public static Set<String> advising(byte[] woven) {
        Set<String> used = used(woven);
        for (String each : new ClassReader(woven).getInterfaces()) {
            used.remove(each.replace('/', '.'));
        }
        return used;
    }

    private static Set<String> used(byte[] bytes) {
        CompiledAspects found = new CompiledAspects();
        new ClassReader(bytes).accept(found, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return found.used;
    }

    @Override
    public void visit(int version, int access, String internalName, String signature, String parent,
            String[] interfaces) {
        name = internalName;
        for (String each : interfaces) {
            add(each);
        }
    }

    @Override
    public MethodVisitor visitMethod(int access, String method, String descriptor, String signature,
            String[] exceptions) {
        return new MethodVisitor(Opcodes.ASM9) {
            @Override
            public void visitMethodInsn(int opcode, String owner, String called, String type, boolean onInterface) {
                if (called.startsWith("ajc$") || called.equals("aspectOf") || called.equals("hasAspect")) {
                    add(owner);
                }
            }
        };
    }

    private void add(String type) {
        if (!type.equals(name)) {
            used.add(type.replace('/', '.'));
        }
    }
}
