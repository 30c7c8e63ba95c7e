package sim.agent.hook;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.charset.StandardCharsets;
import java.security.ProtectionDomain;
import java.util.stream.Stream;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import sim.agent.cache.Kept;
import sim.agent.code.Hierarchy;
import sim.base.failure.Fatal;

/**
 * Defines the classes the weaver makes (aspects from {@code aop.xml}, closures) in the loader they belong to: by the loader's
 * own {@code defineClass}, which a JVM may open to an agent. Nothing of {@code sun.misc.Unsafe}.
 */
public final class ClassDefiner {
    /** In a package of its own, so that it shares none with classes of the application, which may be signed. */
    private static final String ASKING = "sim.agent.asking.Asking";
    private static final String JOIN_POINT = "org/aspectj/lang/JoinPoint";

    private static volatile MethodHandle defineClass;
    private static volatile MethodHandle findLoadedClass;
    private static volatile MethodHandle getClassLoadingLock;
    private static volatile MethodHandle addReads;
    private static volatile byte[] asking;

    /** Where the bytes of classes are. */
    public interface Source {
        byte[] of(String name) throws IOException;
    }

    private ClassDefiner() {}

    /** Finds what is needed, where {@link JdkInside} is open; before the first class is woven. */
    public static void prepare(Kept kept) throws ReflectiveOperationException {
        open();
        asking = kept.made(ASKING.getBytes(StandardCharsets.UTF_8), ClassDefiner::writeAsking);
        Hierarchy.useLoaded(ClassDefiner::loaded, Job::dependsOnTheRun);
    }

    /** The part that {@link #defineUnlessLoaded} needs, where {@link JdkInside} is open. Any thread. */
    public static synchronized void open() throws ReflectiveOperationException {
        if (getClassLoadingLock != null) {
            return;
        }
        MethodHandles.Lookup inside = JdkInside.in(ClassLoader.class);
        defineClass = inside.findVirtual(ClassLoader.class, "defineClass", MethodType.methodType(Class.class,
                String.class, byte[].class, int.class, int.class, ProtectionDomain.class));
        findLoadedClass = inside.findVirtual(ClassLoader.class, "findLoadedClass",
                MethodType.methodType(Class.class, String.class));
        addReads = JdkInside.in(Module.class).findVirtual(Module.class, "implAddReads",
                MethodType.methodType(void.class, Module.class));
        getClassLoadingLock = inside.findVirtual(ClassLoader.class, "getClassLoadingLock",
                MethodType.methodType(Object.class, String.class));
    }

    /**
     * Defines a class unless it is loaded, as if its loader had found these bytes. Holds the loader's lock for that name, so that another thread that
     * asks for the class waits and then gets it.
     */
    public static void defineUnlessLoaded(ClassLoader loader, String name, Source bytes,
            ProtectionDomain domain) throws Throwable {
        synchronized ((Object) getClassLoadingLock.invokeExact(loader, name)) {
            if ((Class<?>) findLoadedClass.invokeExact(loader, name) == null) {
                byte[] found = bytes.of(name);
                defined(loader, name, found, domain);
            }
        }
    }

    static boolean isLoaded(ClassLoader loader, String name) {
        try {
            return (Class<?>) findLoadedClass.invokeExact(loader, name.replace('/', '.')) != null;
        } catch (Throwable unknown) {
            Fatal.pass(unknown);
            return false;
        }
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
     * The join points' type as the loader shows it to classes of its own. A loader may show others more: OSGi's look at who
     * asks. So a small class is defined in the loader that asks from there; null where it does not find the type, or the
     * loader takes none.
     */
    public static Class<?> joinPointSeenFromInside(ClassLoader loader) {
        try {
            defineOnce(loader, ASKING, asking, null); // two threads may ask at once
            Class<?> asks = (Class<?>) findLoadedClass.invokeExact(loader, ASKING);
            return (Class<?>) asks.getMethod("ask").invoke(null);
        } catch (Throwable unseen) {
            return null;
        }
    }

    /** The class that asks. */
    private static byte[] writeAsking() {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V11, Opcodes.ACC_PUBLIC | Opcodes.ACC_SYNTHETIC, ASKING.replace('.', '/'), null,
                "java/lang/Object", null);
        MethodVisitor ask = writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "ask", "()Ljava/lang/Class;",
                null, null);
        ask.visitCode();
        ask.visitLdcInsn(Type.getObjectType(JOIN_POINT));
        ask.visitInsn(Opcodes.ARETURN);
        ask.visitMaxs(1, 0);
        ask.visitEnd();
        writer.visitEnd();
        return writer.toByteArray();
    }

    /** The same without a look at what it is, where the loader has no class of that name yet. */
    public static void defineOnce(ClassLoader loader, String name, byte[] bytes, ProtectionDomain domain)
            throws Throwable {
        String binary = name.replace('/', '.');
        if ((Class<?>) findLoadedClass.invokeExact(loader, binary) != null) {
            return;
        }
        try {
            defined(loader, binary, bytes, domain);
        } catch (LinkageError twice) {
            if ((Class<?>) findLoadedClass.invokeExact(loader, binary) == null) {
                throw twice;
            }
        }
    }

    static void define(ClassLoader loader, String name, byte[] bytes, ProtectionDomain domain) throws Throwable {
        Class<?> defined = defined(loader, name.replace('/', '.'), bytes, domain);
        if (defined.getClassLoader() != loader) {
            throw new IllegalStateException(name + " was defined by " + defined.getClassLoader());
        }
    }

    /** A named module does not read SIM before the JVM has seen a class of it transformed, and an aspect of its may come first. */
    private static Class<?> defined(ClassLoader loader, String name, byte[] bytes, ProtectionDomain domain)
            throws Throwable {
        try {
            return (Class<?>) defineClass.invokeExact(loader, name, bytes, 0, bytes.length, domain);
        } catch (IllegalAccessError closed) {
            Module module = moduleOf(loader, name);
            Module own = ClassDefiner.class.getModule();
            if (module == null || module.canRead(own)) {
                throw closed;
            }
            addReads.invokeExact(module, own);
            return (Class<?>) defineClass.invokeExact(loader, name, bytes, 0, bytes.length, domain);
        }
    }

    /** The named module that has a class's package in a loader; null if none has. The program may have made the layer of modules itself. */
    private static Module moduleOf(ClassLoader loader, String name) throws Throwable {
        String in = name.substring(0, Math.max(0, name.lastIndexOf('.')));
        MethodHandle layersOf = JdkInside.in(ModuleLayer.class).findStatic(ModuleLayer.class, "layers",
                MethodType.methodType(Stream.class, ClassLoader.class));
        Stream<?> layers = (Stream<?>) layersOf.invokeExact(loader);
        return Stream.concat(Stream.of(ModuleLayer.boot()), layers.map(ModuleLayer.class::cast))
                .flatMap(layer -> layer.modules().stream())
                .filter(each -> each.getClassLoader() == loader && each.getPackages().contains(in)).findFirst()
                .orElse(null);
    }
}
