package sim.agent.loading;

import java.lang.instrument.ClassFileTransformer;
import java.nio.charset.StandardCharsets;
import java.security.ProtectionDomain;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import sim.agent.code.Hierarchy;
import sim.agent.identity.WeakIdentityMap;

/**
 * Class loaders that do not ask their parents for everything: JBoss Modules, OSGi, application servers. The JVM asks such a loader for the
 * classes that woven code calls, by {@code loadClass(String)}. A loader that overrides that method gets one around it, which asks the agent
 * if the loader's own does not find the class. Loaders that inherit the method are served by the one in {@code ClassLoader}.
 *
 * <pre>
 *  public Class loadClass(String name) {
 *      try { return sim$loadClass(name); } catch (ClassNotFoundException e) { return SimLoading.find(name, e); }
 *  }
 * </pre>
 *
 * <p>A JVM lets nobody add a method to a loaded class, nor take one away. So this transformer is not asked when a class is transformed again: what it
 * made as the class was loaded is what other agents then begin with. Where a class is redefined, it acts only if it did so then.
 */
final class LoaderClasses implements ClassFileTransformer {
    static final String FIND = "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Class;";
    private static final String METHOD = "loadClass";
    private static final String TYPE = "(Ljava/lang/String;)Ljava/lang/Class;";
    private static final String OWN = "sim$loadClass";
    private static final String LOADER = "java/lang/ClassLoader";
    private static final String NOT_FOUND = "java/lang/ClassNotFoundException";
    private static final byte[] NAME = METHOD.getBytes(StandardCharsets.US_ASCII);
    /** Frames may be left out of older class files. */
    private static final int WITH_FRAMES = Opcodes.V1_6;

    /** The names of the classes that were changed as they were loaded, by the loaders that loaded them. */
    private final WeakIdentityMap<ClassLoader, Set<String>> changed = new WeakIdentityMap<>();

    @Override
    public byte[] transform(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain,
            byte[] bytes) {
        if (loader == null || redefined != null && !hasChanged(loader, name)) {
            return null;
        }
        try {
            byte[] finding = finding(loader, bytes);
            if (finding != null && redefined == null) {
                note(loader, name);
            }
            return finding;
        } catch (RuntimeException unknown) {
            return null;
        }
    }

    private synchronized void note(ClassLoader loader, String name) {
        Set<String> names = changed.get(loader);
        if (names == null) {
            names = new HashSet<>();
            changed.put(loader, names);
        }
        names.add(name);
    }

    private synchronized boolean hasChanged(ClassLoader loader, String name) {
        Set<String> names = changed.get(loader);
        return names != null && names.contains(name);
    }

    /** The class that finds the agent's classes; null for one that is no such loader. Throws what ASM throws if it cannot be read. */
    private static byte[] finding(ClassLoader loader, byte[] bytes) {
        if (!hasName(bytes)) {
            return null;
        }
        ClassReader reader = new ClassReader(bytes);
        Overriding found = new Overriding();
        reader.accept(found, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG);
        if (found.access < 0 || !isLoader(loader, reader.getSuperName())) {
            return null;
        }
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(new Around(writer, found.access), 0);
        return writer.toByteArray();
    }

    private static boolean isLoader(ClassLoader loader, String parent) {
        return List.of(LOADER, "java/net/URLClassLoader", "java/security/SecureClassLoader").contains(parent)
                || loader != null && Hierarchy.of(loader).isSubtype(parent, LOADER);
    }

    /** Of every class that is loaded: 1 us for 2 KB. */
    private static boolean hasName(byte[] bytes) {
        int last = bytes.length - NAME.length;
        for (int at = 10; at <= last; at++) {
            if (bytes[at] == 'l' && bytes[at + 4] == 'C' && isName(bytes, at)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isName(byte[] bytes, int at) {
        for (int i = 0; i < NAME.length; i++) {
            if (bytes[at + i] != NAME[i]) {
                return false;
            }
        }
        return true;
    }

    /** Whether a class has that method, with code, and its access flags. */
    private static final class Overriding extends ClassVisitor {
        private int access = -1;

        Overriding() {
            super(Opcodes.ASM9);
        }

        @Override
        public MethodVisitor visitMethod(int flags, String name, String descriptor, String signature,
                String[] exceptions) {
            if (name.equals(METHOD) && descriptor.equals(TYPE)
                    && (flags & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE | Opcodes.ACC_STATIC)) == 0) {
                access = flags;
            }
            return null;
        }
    }

    private static final class Around extends ClassVisitor {
        private final int access;
        private String owner;
        private int version;

        Around(ClassVisitor next, int access) {
            super(Opcodes.ASM9, next);
            this.access = access;
        }

        @Override
        public void visit(int classVersion, int flags, String name, String signature, String parent,
                String[] interfaces) {
            owner = name;
            version = classVersion & 0xffff;
            super.visit(classVersion, flags, name, signature, parent, interfaces);
        }

        @Override
        public MethodVisitor visitMethod(int flags, String name, String descriptor, String signature,
                String[] exceptions) {
            if (!name.equals(METHOD) || !descriptor.equals(TYPE)) {
                return super.visitMethod(flags, name, descriptor, signature, exceptions);
            }
            write(super.visitMethod(flags & ~Opcodes.ACC_SYNCHRONIZED, name, descriptor, signature, exceptions));
            int own = flags & ~(Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED) | Opcodes.ACC_PRIVATE
                    | Opcodes.ACC_SYNTHETIC;
            return super.visitMethod(own & ~Opcodes.ACC_FINAL, OWN, descriptor, signature, exceptions);
        }

        private void write(MethodVisitor code) {
            Label begin = new Label();
            Label end = new Label();
            Label handler = new Label();
            code.visitCode();
            code.visitTryCatchBlock(begin, end, handler, NOT_FOUND);
            code.visitLabel(begin);
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitVarInsn(Opcodes.ALOAD, 1);
            code.visitMethodInsn(Opcodes.INVOKESPECIAL, owner, OWN, TYPE, false);
            code.visitLabel(end);
            code.visitInsn(Opcodes.ARETURN);
            code.visitLabel(handler);
            if (version >= WITH_FRAMES) {
                code.visitFrame(Opcodes.F_SAME1, 0, null, 1, new Object[]{NOT_FOUND});
            }
            code.visitVarInsn(Opcodes.ASTORE, 2);
            code.visitVarInsn(Opcodes.ALOAD, 1);
            code.visitVarInsn(Opcodes.ALOAD, 2);
            code.visitMethodInsn(Opcodes.INVOKESTATIC, LoadingHook.SEAM, "find", FIND, false);
            code.visitInsn(Opcodes.ARETURN);
            code.visitMaxs(2, 3);
            code.visitEnd();
        }
    }
}
