package sim.agent.loading;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;
import java.security.ProtectionDomain;
import java.util.Arrays;
import java.util.function.BiFunction;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import sim.agent.cache.Kept;
import sim.agent.code.AgentClasses;
import sim.agent.hook.ClassFinder;
import sim.agent.hook.JdkInside;
import sim.agent.hook.LoaderHook;
import sim.agent.hook.WeaverMessages;
import sim.agent.probe.BracketedMethod;

/**
 * Makes {@code ClassLoader.loadClass(String)} tell SIM when a class is being loaded. The JVM calls that method of every loader but its own.
 * The JDK's classes see no class of SIM, and SIM puts nothing on the bootstrap class path. Instead, a small class is defined beside {@code
 * ClassLoader}. It has a field of a JDK function type, and the function is SIM's. If a JVM does not allow this, class loading stays in the
 * caller's self time.
 *
 * <p>The same class lets loaders find the few classes that woven code calls, where they do not ask the class path: see {@link LoaderClasses}.
 */
public final class LoadingHook implements ClassFileTransformer {
    private static final String LOADER = "java/lang/ClassLoader";
    static final String SEAM = "java/lang/SimLoading";
    private static final String FUNCTION = "java/util/function/BiFunction";
    private static final String BEGIN = "(Ljava/lang/String;)Ljava/lang/Object;";
    private static final String END = "(Ljava/lang/Object;)V";

    private final Kept kept;
    private final LoaderClasses loaders = new LoaderClasses();

    private LoadingHook(Kept kept) {
        this.kept = kept;
    }

    /**
     * Requires that {@link JdkInside} is open. Returns null if the JVM does not allow it: class loading then is in its callers' self time,
     * nothing a user has to know.
     */
    public static LoadingHook install(Instrumentation instrumentation, Kept kept) {
        try {
            return installed(instrumentation, kept);
        } catch (Exception | LinkageError refused) {
            WeaverMessages.print(refused);
            return null;
        }
    }

    private static LoadingHook installed(Instrumentation instrumentation, Kept kept) throws Exception {
        MethodHandles.Lookup inside = JdkInside.in(ClassLoader.class);
        BiFunction<String, Object, Object> hook = new LoaderHook();
        hook.apply("java.", null); // loads all that it needs, before the first class asks
        hook.apply("", null);
        BiFunction<Object, Object, Object> finder = new ClassFinder();
        AgentClasses.named(LoadingHook.class.getName()); // loads what it needs
        Class<?> seam = seam(inside, kept);
        inside.findStaticVarHandle(seam, "hook", BiFunction.class).set(hook);
        inside.findStaticVarHandle(seam, "finder", BiFunction.class).set(finder);
        LoadingHook installed = new LoadingHook(kept);
        instrumentation.addTransformer(installed.loaders, false);
        instrumentation.addTransformer(installed, true);
        instrumentation.retransformClasses(ClassLoader.class);
        return installed;
    }

    /** Removes the calls. The small class stays, and nobody calls it. */
    public void remove(Instrumentation instrumentation) {
        instrumentation.removeTransformer(loaders);
        instrumentation.removeTransformer(this);
        try {
            instrumentation.retransformClasses(ClassLoader.class);
        } catch (UnmodifiableClassException | LinkageError impossible) {
            // another agent changed the class before, so its calls find no metered call in progress
        }
    }

    private static Class<?> seam(MethodHandles.Lookup inside, Kept kept) throws IllegalAccessException {
        try {
            return Class.forName(SEAM.replace('/', '.'), false, null);
        } catch (ClassNotFoundException first) {
            return inside.defineClass(kept.made(SEAM.getBytes(StandardCharsets.UTF_8), LoadingHook::seam));
        }
    }

    /** Stays registered, so that the calls stay in the class if another agent changes it later. */
    @Override
    public byte[] transform(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain,
            byte[] bytes) {
        try {
            return redefined == ClassLoader.class ? kept.made(bytes, () -> telling(bytes)) : null;
        } catch (RuntimeException unknown) {
            return null;
        }
    }

    private static byte[] telling(byte[] bytes) {
        ClassReader reader = new ClassReader(bytes);
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(new Telling(writer), ClassReader.EXPAND_FRAMES);
        return writer.toByteArray();
    }

    /**
     * <pre>
     * public final class SimLoading {
     *     static BiFunction hook, finder;
     *     public static Class find(Object name, Object thrown) { return (Class) finder.apply(name, thrown); }
     *     static Object begin(String name) { return hook.apply(name, null); }
     *     static void end(Object hint) { hook.apply(null, hint); }
     * }
     * </pre>
     */
    private static byte[] seam() {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V11, Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL | Opcodes.ACC_SUPER | Opcodes.ACC_SYNTHETIC,
                SEAM, null,
                "java/lang/Object", null);
        writer.visitField(Opcodes.ACC_STATIC, "hook", "L" + FUNCTION + ";", null, null).visitEnd();
        writer.visitField(Opcodes.ACC_STATIC, "finder", "L" + FUNCTION + ";", null, null).visitEnd();
        find(writer);
        method(writer, "begin", BEGIN, Opcodes.ALOAD, Opcodes.ACONST_NULL, Opcodes.ARETURN);
        method(writer, "end", END, Opcodes.ACONST_NULL, Opcodes.ALOAD, Opcodes.RETURN);
        writer.visitEnd();
        return writer.toByteArray();
    }

    private static void find(ClassWriter writer) {
        MethodVisitor code = writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "find", LoaderClasses.FIND,
                null,
                null);
        code.visitCode();
        code.visitFieldInsn(Opcodes.GETSTATIC, SEAM, "finder", "L" + FUNCTION + ";");
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitVarInsn(Opcodes.ALOAD, 1);
        code.visitMethodInsn(Opcodes.INVOKEINTERFACE, FUNCTION, "apply",
                "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;", true);
        code.visitTypeInsn(Opcodes.CHECKCAST, "java/lang/Class");
        code.visitInsn(Opcodes.ARETURN);
        code.visitMaxs(3, 2);
        code.visitEnd();
    }

    private static void method(ClassWriter writer, String name, String descriptor, int first, int second,
            int leave) {
        MethodVisitor code = writer.visitMethod(Opcodes.ACC_STATIC, name, descriptor, null, null);
        code.visitCode();
        code.visitFieldInsn(Opcodes.GETSTATIC, SEAM, "hook", "L" + FUNCTION + ";");
        for (int operand : new int[]{first, second}) {
            if (operand == Opcodes.ALOAD) {
                code.visitVarInsn(Opcodes.ALOAD, 0);
            } else {
                code.visitInsn(operand);
            }
        }
        code.visitMethodInsn(Opcodes.INVOKEINTERFACE, FUNCTION, "apply",
                "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;", true);
        if (leave == Opcodes.RETURN) {
            code.visitInsn(Opcodes.POP);
        }
        code.visitInsn(leave);
        code.visitMaxs(3, 1);
        code.visitEnd();
    }

    private static final class Telling extends ClassVisitor {
        Telling(ClassVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String descriptor, String signature,
                String[] exceptions) {
            MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
            return name.equals("loadClass") && descriptor.equals("(Ljava/lang/String;)Ljava/lang/Class;")
                    ? new LoadClass(next)
                    : next;
        }
    }

    private static final class LoadClass extends BracketedMethod {
        /** The variable for the hint: after any variables that another agent may have added. The JDK's method has two. */
        private static final int HINT_AT = 30;

        LoadClass(MethodVisitor next) {
            super(next, HINT_AT, true, true);
        }

        @Override
        protected void writeBegin(MethodVisitor into) {
            into.visitVarInsn(Opcodes.ALOAD, 1);
            into.visitMethodInsn(Opcodes.INVOKESTATIC, SEAM, "begin", BEGIN, false);
        }

        @Override
        protected void writeEnd(MethodVisitor into, int error) {
            into.visitVarInsn(Opcodes.ALOAD, hint);
            into.visitMethodInsn(Opcodes.INVOKESTATIC, SEAM, "end", END, false);
            if (error >= 0) {
                into.visitVarInsn(Opcodes.ALOAD, 1);
                into.visitVarInsn(Opcodes.ALOAD, error);
                into.visitMethodInsn(Opcodes.INVOKESTATIC, SEAM, "find", LoaderClasses.FIND, false);
                into.visitInsn(Opcodes.ARETURN);
                Object[] locals = new Object[error + 1]; // nothing comes here: for the instructions behind
                Arrays.fill(locals, Opcodes.TOP);
                locals[error] = "java/lang/Throwable";
                into.visitFrame(Opcodes.F_NEW, locals.length, locals, 0, new Object[0]);
            }
        }

        /** The handler's frame, which is the method's only one: the name is still where it was. */
        @Override
        public void visitFrame(int type, int count, Object[] local, int stackCount, Object[] stack) {
            boolean isHandlers = count == 0 && stackCount == 1;
            super.visitFrame(type, isHandlers ? 2 : count,
                    isHandlers ? new Object[]{LOADER, "java/lang/String"} : local,
                    stackCount, stack);
        }

        @Override
        public void visitMaxs(int maxStack, int maxLocals) {
            if (maxLocals > HINT_AT) {
                throw new IllegalStateException("loadClass has " + maxLocals + " local variables");
            }
            super.visitMaxs(maxStack, HINT_AT);
        }
    }
}
