package sim.agent.build;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Run by the build on the agent's jar: makes the weaver in it call SIM where it would define classes by {@code Unsafe}, write
 * on standard error or into the working directory, or compute frames by loading types of its own. Fails the build when a
 * method it replaces is not there: another version of the weaver has to be looked at anew.
 */
public final class WeaverRewrite {
    private static final String HOOKS = "sim/agent/hook/WeaverHooks";
    private static final String MESSAGES = "sim/agent/hook/WeaverMessages";
    private static final String ADAPTOR = "org/aspectj/weaver/tools/WeavingAdaptor";
    private static final String HOLDER = ADAPTOR + "$WeavingAdaptorMessageHolder";
    private static final String LOADER_ADAPTOR = "org/aspectj/weaver/loadtime/ClassLoaderWeavingAdaptor";
    private static final String SET = "org/aspectj/weaver/CrosscuttingMembersSet";
    private static final String MUNGER = "org/aspectj/weaver/ShadowMunger";
    private static final String LOADER = "java/lang/ClassLoader";
    /** What the weaver asks a class loader for; the agent answers where the loader has nothing. */
    private static final Map<String, String> ASKED = Map.of("getResource", "resource", "getResourceAsStream", "open",
            "getResources", "resources");
    private static final String MESSAGE = "Lorg/aspectj/bridge/IMessage;";
    private static final String HANDLER = "Lorg/aspectj/bridge/IMessageHandler;";
    private static final String DEFINE = "(Ljava/lang/ClassLoader;Ljava/lang/String;[BLjava/security/ProtectionDomain;)V";
    /** Here standard error is what a user has asked for. */
    private static final String PRINTS = ADAPTOR + ".createMessageHandler()V";

    /** Here the weaver asks whether a munger's aspect has a scope. */
    private static final String MATCHES = MUNGER + ".match(Lorg/aspectj/weaver/Shadow;Lorg/aspectj/weaver/World;)Z";
    /** Here it leaves out all aspects without a scope, if one has a scope. */
    private static final String ADDS = SET + ".addOrReplaceAspect(Lorg/aspectj/weaver/ResolvedType;Z)Z";

    /** Here the weaver calls what a class loader may have of its own, and what may throw: its hash code, {@code equals} and {@code toString}. */
    private static final Set<String> KNOWS_LOADERS = Set.of(
            "org/aspectj/weaver/WeakClassLoaderReference.<init>(Ljava/lang/ClassLoader;)V",
            LOADER_ADAPTOR + ".parseDefinitions(Ljava/lang/ClassLoader;)Ljava/util/List;",
            "org/aspectj/weaver/ltw/LTWWorld.<init>(Ljava/lang/ClassLoader;Lorg/aspectj/weaver/loadtime/IWeavingContext;"
                    + HANDLER + "Lorg/aspectj/weaver/ICrossReferenceHandler;)V");

    private interface Body {
        void write(MethodVisitor method);
    }

    /** New bodies by class, name and descriptor of the methods. */
    private static final Map<String, Body> REPLACED = Map.of(
            LOADER_ADAPTOR + ".defineClass" + DEFINE, method -> {
                for (int i = 1; i <= 4; i++) {
                    method.visitVarInsn(Opcodes.ALOAD, i);
                }
                hook(method, "define", DEFINE);
                method.visitInsn(Opcodes.RETURN);
            },
            LOADER_ADAPTOR + ".createDefineClassMethodHandle()V", method -> method.visitInsn(Opcodes.RETURN),
            "org/aspectj/weaver/Dump.dumpWithException(Lorg/aspectj/bridge/IMessageHolder;Ljava/lang/Throwable;)Ljava/lang/String;",
            method -> {
                method.visitVarInsn(Opcodes.ALOAD, 1);
                hook(method, "threw", "(Ljava/lang/Throwable;)V");
                method.visitInsn(Opcodes.ACONST_NULL);
                method.visitInsn(Opcodes.ARETURN);
            },
            "org/aspectj/weaver/Dump.shouldDumpOnExit(Lorg/aspectj/bridge/IMessageHolder;)Z", method -> {
                method.visitInsn(Opcodes.ICONST_0);
                method.visitInsn(Opcodes.IRETURN);
            });

    /** What is done before a method's own code. */
    private static final Map<String, Body> BEFORE = Map.of(
            "org/aspectj/weaver/World.resolve(Lorg/aspectj/weaver/UnresolvedType;Z)Lorg/aspectj/weaver/ResolvedType;",
            method -> {
                method.visitVarInsn(Opcodes.ALOAD, 1);
                hook(method, "resolves", "(Lorg/aspectj/weaver/UnresolvedType;)V");
            },
            ADAPTOR + ".ensureDelegateInitialized(Ljava/lang/String;[B)V", method -> {
                method.visitVarInsn(Opcodes.ALOAD, 2);
                hook(method, "readable", "([B)[B");
                method.visitVarInsn(Opcodes.ASTORE, 2);
            },
            "org/aspectj/weaver/bcel/asm/StackMapAdder.addStackMaps(Lorg/aspectj/weaver/World;Ljava/lang/String;[B)[B",
            method -> {
                Label goesOn = new Label();
                method.visitVarInsn(Opcodes.ALOAD, 2);
                hook(method, "withFrames", "([B)[B");
                method.visitInsn(Opcodes.DUP);
                method.visitJumpInsn(Opcodes.IFNULL, goesOn);
                method.visitInsn(Opcodes.ARETURN);
                method.visitLabel(goesOn);
                method.visitFrame(Opcodes.F_SAME1, 0, null, 1, new Object[]{"[B"});
                method.visitInsn(Opcodes.POP);
            },
            ADAPTOR + ".shouldWeaveName(Ljava/lang/String;)Z", method -> {
                Label goesOn = new Label();
                method.visitVarInsn(Opcodes.ALOAD, 1);
                hook(method, "isOfTheApplication", "(Ljava/lang/String;)Z");
                method.visitJumpInsn(Opcodes.IFEQ, goesOn);
                method.visitInsn(Opcodes.ICONST_1);
                method.visitInsn(Opcodes.IRETURN);
                method.visitLabel(goesOn);
                method.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
                method.visitInsn(Opcodes.NOP);
            },
            HOLDER + ".handleMessage(" + MESSAGE + ")Z", method -> {
                Label goesOn = new Label();
                method.visitVarInsn(Opcodes.ALOAD, 1);
                method.visitVarInsn(Opcodes.ALOAD, 0);
                method.visitFieldInsn(Opcodes.GETFIELD, HOLDER, "delegate", HANDLER);
                hook(method, "gathers", "(" + MESSAGE + HANDLER + ")Z");
                method.visitJumpInsn(Opcodes.IFEQ, goesOn);
                method.visitInsn(Opcodes.ICONST_1);
                method.visitInsn(Opcodes.IRETURN);
                method.visitLabel(goesOn);
                method.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
                method.visitInsn(Opcodes.NOP);
            });

    private final Set<String> missing = new TreeSet<>(REPLACED.keySet());

    private WeaverRewrite() {
        missing.addAll(BEFORE.keySet());
        missing.add(MATCHES);
        missing.add(ADDS);
        missing.addAll(KNOWS_LOADERS);
    }

    /** @param args the agent's jar */
    public static void main(String[] args) throws IOException {
        new WeaverRewrite().rewrite(Path.of(args[0]));
    }

    private void rewrite(Path jar) throws IOException {
        try (FileSystem inside = FileSystems.newFileSystem(URI.create("jar:" + jar.toUri()), Map.of())) {
            List<Path> files;
            try (Stream<Path> all = Files.walk(inside.getPath("org/aspectj"))) {
                files = all.filter(each -> each.toString().endsWith(".class")).collect(Collectors.toList());
            }
            files.forEach(this::rewriteClass);
        }
        if (!missing.isEmpty()) {
            throw new IllegalStateException("the weaver has no " + missing);
        }
    }

    private void rewriteClass(Path file) {
        try {
            byte[] bytes = Files.readAllBytes(file);
            if (mayChange(new String(bytes, StandardCharsets.ISO_8859_1))) {
                ClassReader reader = new ClassReader(bytes);
                ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
                reader.accept(new Rewritten(writer, reader.getClassName()), 0);
                Files.write(file, writer.toByteArray());
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static boolean mayChange(String bytes) {
        return bytes.contains("printStackTrace") || bytes.contains("getResource") && bytes.contains(LOADER)
                || bytes.contains("java/lang/System") && bytes.contains("err")
                || bytes.contains(MUNGER) || bytes.contains(SET)
                || Stream.of(REPLACED.keySet(), BEFORE.keySet(), KNOWS_LOADERS).flatMap(Set::stream)
                        .anyMatch(each -> bytes.contains(each.substring(0, each.indexOf('.'))));
    }

    private static void hook(MethodVisitor method, String name, String descriptor) {
        method.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, name, descriptor, false);
    }

    private final class Rewritten extends ClassVisitor {
        private final String type;

        Rewritten(ClassVisitor next, String type) {
            super(Opcodes.ASM9, next);
            this.type = type;
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String descriptor, String signature,
                String[] exceptions) {
            String key = type + "." + name + descriptor;
            MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
            missing.remove(key);
            if (REPLACED.containsKey(key)) {
                next.visitCode();
                REPLACED.get(key).write(next);
                next.visitMaxs(0, 0);
                next.visitEnd();
                return null;
            }
            if (key.equals(MATCHES) || key.equals(ADDS)) {
                return new Scoped(next, key.equals(ADDS));
            }
            return key.equals(PRINTS) || name.equals("main")
                    ? next
                    : new Quiet(next, BEFORE.get(key), KNOWS_LOADERS.contains(key));
        }
    }

    /** The aspect whose scope is asked for is the one that a configuration names, and one without a scope stays. */
    private static final class Scoped extends MethodVisitor {
        private final boolean isOfSet;

        Scoped(MethodVisitor next, boolean isOfSet) {
            super(Opcodes.ASM9, next);
            this.isOfSet = isOfSet;
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
            if (opcode == Opcodes.GETFIELD && name.equals("declaringType")) {
                super.visitVarInsn(Opcodes.ALOAD, 2);
                hook(mv, "scoped", "(L" + MUNGER + ";Lorg/aspectj/weaver/World;)" + descriptor);
            } else {
                super.visitFieldInsn(opcode, owner, name, descriptor);
            }
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean onInterface) {
            if (isOfSet && name.equals("isAspectIncluded")) {
                super.visitInsn(Opcodes.POP2);
                super.visitInsn(Opcodes.ICONST_1);
            } else {
                super.visitMethodInsn(opcode, owner, name, descriptor, onInterface);
            }
        }
    }

    /** Standard error becomes SIM's stream, and class loaders are known by identity. */
    private static final class Quiet extends MethodVisitor {
        private final Body before;
        private final boolean knowsLoaders;

        Quiet(MethodVisitor next, Body before, boolean knowsLoaders) {
            super(Opcodes.ASM9, next);
            this.before = before;
            this.knowsLoaders = knowsLoaders;
        }

        @Override
        public void visitCode() {
            super.visitCode();
            if (before != null) {
                before.write(mv);
            }
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
            if (owner.equals("java/lang/System") && name.equals("err")) {
                super.visitMethodInsn(Opcodes.INVOKESTATIC, MESSAGES, "stream", "()" + descriptor, false);
            } else {
                super.visitFieldInsn(opcode, owner, name, descriptor);
            }
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean onInterface) {
            if (name.equals("printStackTrace") && descriptor.equals("()V")) {
                super.visitMethodInsn(Opcodes.INVOKESTATIC, MESSAGES, "print", "(Ljava/lang/Throwable;)V", false);
            } else if (knowsLoaders && owner.equals("java/lang/Object") && opcode == Opcodes.INVOKEVIRTUAL) {
                hook(mv, name + "ByIdentity", descriptor.replace("(", "(Ljava/lang/Object;"));
            } else if (owner.equals(LOADER) && ASKED.containsKey(name) && opcode == Opcodes.INVOKEVIRTUAL) {
                hook(mv, ASKED.get(name), descriptor.replace("(", "(L" + LOADER + ";"));
            } else {
                super.visitMethodInsn(opcode, owner, name, descriptor, onInterface);
            }
        }
    }
}
