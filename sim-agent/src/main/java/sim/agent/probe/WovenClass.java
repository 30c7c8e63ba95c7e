package sim.agent.probe;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import sim.agent.code.CompiledAspects;

/** What the agent has to know of the weaver's result for a class. Read once, without changing anything. */
public final class WovenClass extends ClassVisitor {
    /**
     * Their initialisers, or those of their superclasses, make an object of a class that a system property names, or of one that such an object may
     * make. All of the JDK's that a program can extend.
     */
    private static final Set<String> MAKES_OTHERS = Set.of("java/util/logging/LogManager",
            "java/time/zone/ZoneRulesProvider", "java/util/prefs/Preferences",
            "java/util/prefs/AbstractPreferences", "java/util/concurrent/ForkJoinPool",
            "java/util/concurrent/CompletableFuture", "java/util/concurrent/SubmissionPublisher",
            "java/awt/event/MouseEvent", "java/awt/event/MouseWheelEvent", "java/awt/dnd/DragSource");
    /** The aspects of {@code libraries=}. */
    private static final Pattern LIBRARIES = Pattern
            .compile("sim\\.payload\\.library\\..*|sim\\.instrumentation\\.aop\\.aspectj\\.[A-Za-z]+Propagator");
    private static final Pattern ADVICE = Pattern.compile("^ajc\\$(before|after|around)");

    /** The internal name of the class. */
    private String name;
    private boolean isInterface;
    /** A method that should have code and has none; null if there is no such method. */
    private String withoutCode;
    /**
     * The fields of the join points that are probed here, each with its type. The type differs if other advice was woven into the method
     * first: advice of a handler that asks for the enclosing member.
     */
    private final Map<String, String> parts = new TreeMap<>();
    /** How many local variables each probed method has, by name and descriptor. */
    private final Map<String, Integer> locals = new HashMap<>();
    /** Constructors with a probe that begins in several places. */
    private final Set<String> unclear = new TreeSet<>();
    /** How many calls besides SIM's each such constructor has, by name and descriptor. */
    private final Map<String, Integer> otherCalls = new HashMap<>();
    /** How many local variables the initialiser has. */
    private int initialisersLocals;
    /** A method with other advice than a probe; null if there is none. */
    private String advised;
    private boolean hasFrames;
    private boolean mayRunEarly;
    private boolean runsStatements;

    private WovenClass() {
        super(Opcodes.ASM9);
    }

    public static WovenClass read(ClassReader reader) {
        WovenClass read = new WovenClass();
        reader.accept(read, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return read;
    }

    public static WovenClass read(byte[] woven) {
        return read(new ClassReader(woven));
    }

    /** Whether there is more in a woven class than libraries' probes: a probe of a method, or advice of another aspect. */
    public static boolean hasOwn(byte[] code) {
        return new String(code, StandardCharsets.ISO_8859_1).contains(ProbeFields.SITE) || CompiledAspects
                .advising(code).stream().anyMatch(each -> !LIBRARIES.matcher(each).matches());
    }

    String name() {
        return name;
    }

    boolean isInterface() {
        return isInterface;
    }

    /**
     * The name of a method that the weaver left without code, or null. The weaver does so, with a line of its own, if the woven method is
     * too large for the JVM. Loading the class would then throw a ClassFormatError in the application.
     */
    public String withoutCode() {
        return withoutCode;
    }

    public Map<String, String> parts() {
        return parts;
    }

    /** How many local variables a probed method has; -1 if it has no probe. */
    int locals(String method, String descriptor) {
        return locals.getOrDefault(method + descriptor, -1);
    }

    /** Constructors with a probe that cannot be woven correctly, by name and descriptor: see {@link ConstructorStarts}. */
    public Set<String> unclear() {
        return unclear;
    }

    /** Whether the weaver put only probes into these constructors, and everything else in them was there before. */
    public boolean isProbedAlone(WovenClass before) {
        return unclear.stream().allMatch(each -> otherCalls.get(each).equals(before.otherCalls.get(each)));
    }

    /** How many local variables the static initialiser has; 0 if there is none. */
    int initialisersLocals() {
        return initialisersLocals;
    }

    /** The probed methods, by name and descriptor. */
    public Set<String> probing() {
        return locals.keySet();
    }

    /** The name of a method with other advice than a probe, or null. */
    public String advised() {
        return advised;
    }

    /** Whether class files of its version have stack map frames. */
    boolean hasFrames() {
        return hasFrames;
    }

    /**
     * Whether its methods may be called before its own initialiser begins. That happens if the initialiser of a superclass, or of an
     * interface with code, makes or calls an object of this class.
     */
    boolean mayRunEarly() {
        return mayRunEarly;
    }

    /** Whether the probe for database statements was woven in. */
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

    /** Whether that is so for a class with these supertypes. */
    static boolean mayRunEarly(int access, String parent, String... interfaces) {
        return (access & Opcodes.ACC_INTERFACE) != 0 || !isTheJdks(parent)
                || !Stream.of(interfaces).allMatch(WovenClass::isTheJdks);
    }

    private static boolean isTheJdks(String type) {
        return type == null || type.startsWith("java/") && !MAKES_OTHERS.contains(type);
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
