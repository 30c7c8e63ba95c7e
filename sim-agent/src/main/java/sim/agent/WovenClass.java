package sim.agent;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What the weaver made of a class, as far as the agent has to know it: read once, without changing anything. */
final class WovenClass extends ClassVisitor {
    private static final Pattern ADVICE = Pattern.compile("^ajc\\$(before|after|around)");

    /** Internal name of the class. */
    private String name;
    private boolean isInterface;
    /** A method that should have code and has none; null when there is no such method. */
    private String withoutCode;
    /**
     * The fields of the join points that are probed here, each with its type: it is another one where advice of a handler in the
     * method, which asks for the member around it, was woven first.
     */
    private final Map<String, String> parts = new TreeMap<>();
    /** How many local variables the methods have that probe, by name and descriptor. */
    private final Map<String, Integer> locals = new HashMap<>();
    /** Constructors that probe and begin in several places. */
    private final Set<String> unclear = new TreeSet<>();
    /** How many calls that are not SIM's there are in constructors that begin in several places, by name and descriptor. */
    private final Map<String, Integer> otherCalls = new HashMap<>();
    /** The same of the initialiser. */
    private int initialisersLocals;
    /** A method with advice that does not probe; null where there is none. */
    private String advised;
    private boolean hasFrames;
    private boolean mayRunEarly;
    private boolean runsStatements;

    private WovenClass() {
        super(Opcodes.ASM9);
    }

    static WovenClass read(ClassReader reader) {
        WovenClass read = new WovenClass();
        reader.accept(read, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return read;
    }

    static WovenClass read(byte[] woven) {
        return read(new ClassReader(woven));
    }

    String name() {
        return name;
    }

    boolean isInterface() {
        return isInterface;
    }

    /**
     * The name of a method the weaver left without code, or null: what it does, but for a line of its own, when weaving makes
     * a method too large for the JVM, and loading the class is then a ClassFormatError in the application.
     */
    String withoutCode() {
        return withoutCode;
    }

    Map<String, String> parts() {
        return parts;
    }

    /** The local variables of a method that probes; -1 where it does not. */
    int locals(String method, String descriptor) {
        return locals.getOrDefault(method + descriptor, -1);
    }

    /** Constructors that probe and cannot be woven right, by name and descriptor: see {@link ConstructorStarts}. */
    Set<String> unclear() {
        return unclear;
    }

    /** Whether those had been given nothing but probes: all else in them was there before. */
    boolean isProbedAlone(WovenClass before) {
        return unclear.stream().allMatch(each -> otherCalls.get(each).equals(before.otherCalls.get(each)));
    }

    /** The local variables of the static initialiser; 0 where there is none. */
    int initialisersLocals() {
        return initialisersLocals;
    }

    /** The methods that probe, by name and descriptor. */
    Set<String> probing() {
        return locals.keySet();
    }

    /** The name of a method with advice that does something else than probe, or null. */
    String advised() {
        return advised;
    }

    /** Whether its version has stack map frames. */
    boolean hasFrames() {
        return hasFrames;
    }

    /**
     * Whether its methods may be called before its initialiser has begun: while that of a superclass, or of an interface with
     * code, is at work and makes or calls one of its own kind.
     */
    boolean mayRunEarly() {
        return mayRunEarly;
    }

    /** Whether the probe for statements of databases was woven in. */
    boolean runsStatements() {
        return runsStatements;
    }

    @Override
    public void visit(int version, int access, String internalName, String signature, String parent,
            String[] interfaces) {
        name = internalName;
        hasFrames = (version & 0xffff) >= Opcodes.V1_6;
        isInterface = (access & Opcodes.ACC_INTERFACE) != 0;
        mayRunEarly = mayRunEarly(access, parent, interfaces);
    }

    /** The same of a class that extends and implements those. */
    static boolean mayRunEarly(int access, String parent, String... interfaces) {
        return (access & Opcodes.ACC_INTERFACE) != 0 || !isTheJdks(parent)
                || !Stream.of(interfaces).allMatch(WovenClass::isTheJdks);
    }

    private static boolean isTheJdks(String type) {
        return type == null || type.startsWith("java/");
    }

    @Override
    public MethodVisitor visitMethod(int access, String method, String descriptor, String signature,
            String[] exceptions) {
        return new Scan(method, descriptor, (access & (Opcodes.ACC_NATIVE | Opcodes.ACC_ABSTRACT)) == 0);
    }

    private final class Scan extends MethodVisitor {
        private final String method;
        private final String descriptor;
        private final boolean needsCode;
        private boolean hasCode;
        private boolean probes;
        private String lastPart;
        private String lastPartType;
        private final ConstructorStarts starts = new ConstructorStarts();
        private int others;

        Scan(String method, String descriptor, boolean needsCode) {
            super(Opcodes.ASM9);
            this.method = method;
            this.descriptor = descriptor;
            this.needsCode = needsCode;
        }

        @Override
        public void visitCode() {
            hasCode = true;
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String field, String type) {
            lastPart = Advice.isPart(opcode, owner, field, name) ? field : null;
            lastPartType = type;
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            if (opcode == Opcodes.NEW) {
                starts.made();
            }
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String called, String type, boolean onInterface) {
            runsStatements |= owner.equals(StatementText.ASPECT);
            starts.called(called);
            others += called.equals("aspectOf") ? 0 : 1;
            if (lastPart != null && Advice.of(called) != null) {
                probes = true;
                others--;
                parts.put(lastPart, lastPartType);
            } else if (ADVICE.matcher(called).find() && Advice.of(called) == null) {
                advised = this.method;
            }
            lastPart = null;
        }

        @Override
        public void visitInvokeDynamicInsn(String called, String type, Handle bootstrap, Object... arguments) {
            others++;
        }

        @Override
        public void visitMaxs(int maxStack, int maxLocals) {
            if (method.equals("<init>") && starts.areSeveral()) {
                otherCalls.put(method + descriptor, others);
                if (probes) {
                    unclear.add(method + descriptor);
                }
            }
            if (probes) {
                locals.put(method + descriptor, maxLocals);
            }
            if (method.equals("<clinit>")) {
                initialisersLocals = maxLocals;
            }
        }

        @Override
        public void visitEnd() {
            if (needsCode && !hasCode) {
                withoutCode = method;
            }
        }
    }
}
