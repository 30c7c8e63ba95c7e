package sim.agent.hook;

import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.security.ProtectionDomain;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import sim.agent.code.Hierarchy;

/**
 * Defines the classes the weaver makes (aspects from {@code aop.xml}, closures) in the loader they belong to: by the loader's
 * own {@code defineClass}, which {@link Instrumentation} may open to an agent. Nothing of {@code sun.misc.Unsafe}.
 */
public final class ClassDefiner {
    /** In a package of its own, so that it shares none with classes of the application, which may be signed. */
    private static final String ASKING = "sim.agent.asking.Asking";

    private static volatile MethodHandle defineClass;
    private static volatile MethodHandle findLoadedClass;

    private ClassDefiner() {}

    /** Opens what is needed; once, before the first class is woven. */
    public static void open(Instrumentation instrumentation) throws ReflectiveOperationException {
        Module base = Object.class.getModule();
        instrumentation.redefineModule(base, Set.of(), Map.of(),
                Map.of("java.lang", Set.of(ClassDefiner.class.getModule())), Set.of(), Map.of());
        Method method = ClassLoader.class.getDeclaredMethod("defineClass", String.class, byte[].class, int.class,
                int.class, ProtectionDomain.class);
        method.setAccessible(true);
        defineClass = MethodHandles.lookup().unreflect(method);
        Method find = ClassLoader.class.getDeclaredMethod("findLoadedClass", String.class);
        find.setAccessible(true);
        findLoadedClass = MethodHandles.lookup().unreflect(find);
        Hierarchy.useLoaded(ClassDefiner::loaded);
    }

    /** A class the loader or one above it has defined. */
    private static Class<?> loaded(ClassLoader loader, String name) {
        try {
            Class<?> found = null;
            for (ClassLoader at = loader; at != null && found == null; at = at.getParent()) {
                found = (Class<?>) findLoadedClass.invokeExact(at, name);
            }
            return found;
        } catch (Throwable unknown) {
            return null;
        }
    }

    /**
     * The class of that name as the loader shows it to classes of its own. A loader may show others more: OSGi's look at who
     * asks. So a small class is defined in the loader that asks from there; null where it does not find the class, or the
     * loader takes none.
     */
    public static Class<?> seenFromInside(ClassLoader loader, String name) {
        try {
            ClassWriter writer = new ClassWriter(0);
            writer.visit(Opcodes.V11, Opcodes.ACC_PUBLIC | Opcodes.ACC_SYNTHETIC, ASKING.replace('.', '/'), null,
                    "java/lang/Object", null);
            MethodVisitor ask = writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "ask",
                    "()Ljava/lang/Class;", null, null);
            ask.visitCode();
            ask.visitLdcInsn(Type.getObjectType(name.replace('.', '/')));
            ask.visitInsn(Opcodes.ARETURN);
            ask.visitMaxs(1, 0);
            ask.visitEnd();
            writer.visitEnd();
            byte[] bytes = writer.toByteArray();
            Class<?> asking = (Class<?>) defineClass.invokeExact(loader, ASKING, bytes, 0, bytes.length,
                    (ProtectionDomain) null);
            return (Class<?>) asking.getMethod("ask").invoke(null);
        } catch (Throwable unseen) {
            return null;
        }
    }

    static void define(ClassLoader loader, String name, byte[] bytes, ProtectionDomain domain) throws Throwable {
        Hierarchy.of(loader).note(new ClassReader(bytes));
        Class<?> defined = (Class<?>) defineClass.invokeExact(loader, name.replace('/', '.'), bytes, 0, bytes.length,
                domain);
        if (defined.getClassLoader() != loader) {
            throw new IllegalStateException(name + " was defined by " + defined.getClassLoader());
        }
    }
}
