package sim.agent.probe;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Makes a class that went through the weaver call its probes directly; where names alone select methods, {@link SiteProbes} puts probes in without it. In
 * the weaver's code, the begin and the end of a method each ask for the aspect, load the
 * join point's static part from a field that is not final, and call the advice, which looks for the probe and the thread's context. Here
 * each join point gets a constant of the class, its probe, which the JIT can see through. Each method gets a local variable, in which its
 * begin stores a hint that tells the end where the thread's context is.
 *
 * <pre>
 * before  aspectOf()  tjp_0  advice(tjp)  ...  aspectOf()  load error  tjp_0  advice(error, tjp)
 * after   site_0  begin()  store hint     ...  site_0  load hint  load error  end(hint, error)
 * </pre>
 *
 * A class that may be called before its initialiser has set its probes makes both calls through {@code JoinPoints}. If several aspects
 * select one join point, the first one called owns it, and the calls of the others are removed. What the class's initialiser does is
 * metered as class loading. On the thread that loads the class.
 */
public final class DirectProbes extends ClassVisitor {
    private static final String PART_TYPE = "Lorg/aspectj/lang/JoinPoint$StaticPart;";
    private static final String PRE_CLINIT = "ajc$preClinit";

    private final WovenClass woven;
    private final ProbeFields fields;

    private DirectProbes(ClassVisitor next, WovenClass woven) {
        super(Opcodes.ASM9, next);
        this.woven = woven;
        this.fields = new ProbeFields(woven.name());
    }

    /** A class with direct calls of its probes. */
    public static byte[] of(byte[] woven) {
        ClassReader reader = new ClassReader(woven);
        WovenClass found = WovenClass.read(reader);
        return found.parts().isEmpty() ? woven : rewrite(reader, found);
    }

    /** The class with direct calls. */
    public static byte[] rewrite(ClassReader reader, WovenClass woven) {
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(new DirectProbes(writer, woven), ClassReader.EXPAND_FRAMES);
        return writer.toByteArray();
    }

    /** The name of the field for a join point's probe. */
    static String siteOf(String part) {
        return ProbeFields.named(part.substring(part.indexOf('_') + 1));
    }

    @Override
    public MethodVisitor visitMethod(int access, String name, String descriptor, String signature,
            String[] exceptions) {
        MethodVisitor method = super.visitMethod(access, name, descriptor, signature, exceptions);
        int locals = woven.locals(name, descriptor);
        if (locals >= 0) {
            return new DirectCalls(method, woven, fields, name, locals);
        }
        return name.equals("<clinit>")
                ? new Sites(new Initialiser(method, woven.initialisersLocals(), woven.hasFrames()))
                : method;
    }

    @Override
    public void visitEnd() {
        fields.declare(cv, woven.isInterface(), woven.parts().keySet().stream().map(DirectProbes::siteOf).toList());
        super.visitEnd();
    }

    /** Sets the probes right after the static parts: in classes in a method of the weaver's, in interfaces in the initialiser itself. */
    private final class Sites extends MethodVisitor {
        private final Initialiser initialiser;

        Sites(Initialiser next) {
            super(Opcodes.ASM9, next);
            this.initialiser = next;
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean onInterface) {
            super.visitMethodInsn(opcode, owner, name, descriptor, onInterface);
            if (name.equals(PRE_CLINIT) && owner.equals(woven.name())) {
                woven.parts().forEach(this::setSite);
                initialiser.prepared();
            }
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
            super.visitFieldInsn(opcode, owner, name, descriptor);
            if (opcode == Opcodes.PUTSTATIC && Advice.isPart(owner, name, woven.name())
                    && woven.parts().containsKey(name)) {
                setSite(name, descriptor);
            }
        }

        @Override
        public void visitMaxs(int maxStack, int maxLocals) {
            super.visitMaxs(Math.max(1, maxStack), maxLocals);
        }

        private void setSite(String part, String type) {
            super.visitFieldInsn(Opcodes.GETSTATIC, woven.name(), part, type);
            fields.set(mv, siteOf(part), "site", PART_TYPE);
        }
    }
}
