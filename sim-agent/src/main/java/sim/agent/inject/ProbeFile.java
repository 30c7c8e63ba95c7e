package sim.agent.inject;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Reads a probe class from its file, without loading it. The class is loaded when a method it intercepts first runs. What cannot be used is
 * left out, with a message.
 */
public final class ProbeFile extends ClassVisitor {
    private static final String API = "Lsim/payload/injected/";
    private static final String CONTEXT = API + "ProbeContext;";
    private static final String PAYLOAD = API + "Payload;";
    private static final String STRING = "Ljava/lang/String;";

    private final String probe;
    private final Consumer<String> complaints;
    private final List<Interception> interceptions = new ArrayList<>();
    private boolean isProbe;
    /** The interceptions of the handler read last, one for each of its methods. The next handler may belong to them. */
    private final List<Interception> last = new ArrayList<>();

    private ProbeFile(String probe, Consumer<String> complaints) {
        super(Opcodes.ASM9);
        this.probe = probe;
        this.complaints = complaints;
    }

    /**
     * The interceptions of a probe.
     *
     * @param complaints gets a line for each thing that cannot be used, without the probe's name
     */
    public static List<Interception> read(byte[] bytes, Consumer<String> complaints) {
        ClassReader reader = new ClassReader(bytes);
        ProbeFile file = new ProbeFile(reader.getClassName().replace('/', '.'), complaints);
        reader.accept(file, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        file.done();
        if (!file.isProbe) {
            complaints.accept("is no probe: annotate the class with sim.payload.injected.Probe");
            return List.of();
        }
        if (file.interceptions.isEmpty()) {
            complaints.accept("intercepts nothing: none of its public static methods has an interception");
        }
        return List.copyOf(file.interceptions);
    }

    private void done() {
        interceptions.addAll(last);
        last.clear();
    }

    @Override
    public AnnotationVisitor visitAnnotation(String type, boolean visible) {
        isProbe |= type.equals(API + "Probe;");
        return null;
    }

    @Override
    public MethodVisitor visitMethod(int access, String name, String descriptor, String signature,
            String[] exceptions) {
        return new Reading(access, name, descriptor);
    }

    /** Reads a method of the probe class, with its annotations. */
    private final class Reading extends MethodVisitor {
        private final int access;
        private final String name;
        private final String descriptor;
        private final Source[] sources;
        private String annotation;
        private final Values values = new Values();

        Reading(int access, String name, String descriptor) {
            super(Opcodes.ASM9);
            this.access = access;
            this.name = name;
            this.descriptor = descriptor;
            Type[] types = Type.getArgumentTypes(descriptor);
            this.sources = new Source[types.length];
            for (int i = 0; i < types.length; i++) {
                sources[i] = types[i].getDescriptor().equals(CONTEXT) ? new Source(Source.Kind.CONTEXT, 0) : null;
            }
        }

        @Override
        public AnnotationVisitor visitAnnotation(String type, boolean visible) {
            if (!type.startsWith(API + "interception/")) {
                return null;
            }
            annotation = simple(type);
            return values;
        }

        @Override
        public AnnotationVisitor visitParameterAnnotation(int parameter, String type, boolean visible) {
            Source.Kind kind = type.startsWith(API + "parameter/") ? Source.Kind.of(simple(type)) : null;
            if (kind == null) {
                return null;
            }
            sources[parameter] = new Source(kind, 0);
            return new AnnotationVisitor(Opcodes.ASM9) {
                @Override
                public void visit(String key, Object number) {
                    sources[parameter] = new Source(kind, (Integer) number);
                }
            };
        }

        @Override
        public void visitEnd() {
            if (annotation == null) {
                return;
            }
            boolean additional = annotation.equals("AdditionalInterception");
            if (!additional) {
                done();
            }
            String wrong = additional ? add() : begin();
            if (wrong != null) {
                complaints.accept(name + " is left out: " + wrong);
            }
        }

        private String add() {
            if (last.isEmpty()) {
                return "there is no interception above it that it could add to";
            }
            Handler handler = handler(values.point("value"));
            String wrong = wrong(handler, last.stream().map(Interception::method).toList());
            if (wrong == null && handler.answers() && !descriptor.endsWith(")" + STRING)) {
                wrong = "an additional handler returns nothing, or the String that was deferred";
            }
            if (wrong == null) {
                List<Handler> all = new ArrayList<>(last.get(0).handlers());
                all.add(handler);
                List<Handler> handlers = List.copyOf(all);
                last.replaceAll(each -> each.with(handlers));
            }
            return wrong;
        }

        private String begin() {
            Interception.Kind kind = switch (annotation) {
                case "PayloadInterception" -> Interception.Kind.PAYLOAD;
                case "SplitInterception" -> Interception.Kind.SPLIT;
                default -> Interception.Kind.PLAIN;
            };
            Point point = kind == Interception.Kind.SPLIT ? Point.ENTER : values.point("invokeOn");
            Handler handler = handler(point);
            List<MethodSelection> methods = values.nested.stream().map(Values::selection).toList();
            String wrong = methods.isEmpty() ? "it names no method" : wrong(handler, methods);
            boolean makesPayload = descriptor.endsWith(")" + PAYLOAD);
            if (wrong == null && kind != Interception.Kind.PLAIN && !makesPayload
                    && !descriptor.endsWith(")" + STRING)) {
                wrong = "it has to return String or sim.payload.injected.Payload";
            }
            if (wrong == null && makesPayload && point != Point.ENTER) {
                wrong = "it returns a Payload, so it has to be invoked on ENTER";
            }
            if (wrong == null) {
                boolean payloads = kind == Interception.Kind.PAYLOAD
                        || kind == Interception.Kind.SPLIT && values.flag("payloads", true);
                List<Handler> handlers = List.of(handler); // one list for all, by which interceptions know that they belong to one handler
                for (MethodSelection method : methods) {
                    last.add(new Interception(probe, kind, method,
                            values.flag("reentrant", kind == Interception.Kind.PLAIN), payloads,
                            values.flag("exceptionPayloads", false), handlers, null));
                }
            }
            return wrong;
        }

        private Handler handler(Point point) {
            return new Handler(name, descriptor, point, Arrays.asList(sources));
        }

        private String wrong(Handler handler, List<MethodSelection> methods) {
            if ((access & (Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC)) != (Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC)) {
                return "it has to be public and static";
            }
            for (int i = 0; i < sources.length; i++) {
                if (sources[i] == null) {
                    return "its parameter " + i + " has none of the annotations of sim.payload.injected.parameter";
                }
                for (MethodSelection method : methods) {
                    if (sources[i].kind() == Source.Kind.PARAMETER && method.parameters() != null
                            && sources[i].number() >= method.parameters().size()) {
                        return "@Parameter(" + sources[i].number() + ") is none of " + method;
                    }
                }
                boolean atEnd = sources[i].kind() == Source.Kind.RETURNED || sources[i].kind() == Source.Kind.ERROR;
                if (atEnd && handler.point() == Point.ENTER) {
                    return "on ENTER there is neither a result nor an exception";
                }
            }
            return null;
        }
    }

    private static String simple(String type) {
        return type.substring(type.lastIndexOf('/') + 1, type.length() - 1);
    }

    /** The parameters of a method of any parameter types. */
    private static final List<String> ANY = List.of("..");

    /** Reads the values of an annotation. Nested annotations are kept apart. */
    private static class Values extends AnnotationVisitor {
        final Map<String, Object> given = new TreeMap<>();
        /** Its method specifications. Older probe classes have exactly one. */
        final List<Values> nested = new ArrayList<>();

        Values() {
            super(Opcodes.ASM9);
        }

        @Override
        public void visit(String key, Object value) {
            given.put(key, value);
        }

        @Override
        public void visitEnum(String key, String type, String value) {
            given.put(key, value);
        }

        @Override
        public AnnotationVisitor visitAnnotation(String key, String type) {
            nested.add(new Values());
            return nested.get(nested.size() - 1);
        }

        @Override
        public AnnotationVisitor visitArray(String key) {
            List<String> all = new ArrayList<>();
            given.put(key, all);
            return new AnnotationVisitor(Opcodes.ASM9) {
                @Override
                public void visit(String none, Object value) {
                    all.add((String) value);
                }

                @Override
                public AnnotationVisitor visitAnnotation(String none, String type) {
                    return Values.this.visitAnnotation(key, type);
                }
            };
        }

        boolean flag(String key, boolean otherwise) {
            return (Boolean) given.getOrDefault(key, otherwise);
        }

        Point point(String key) {
            return Point.valueOf((String) given.get(key));
        }

        @SuppressWarnings("unchecked") // the annotation's type says so
        MethodSelection selection() {
            List<String> types = (List<String>) given.getOrDefault("parameterTypes", List.of());
            return new MethodSelection(((String) given.get("className")).replace('.', '/'),
                    (String) given.get("methodName"), types.equals(ANY) ? null : List.copyOf(types),
                    (String) given.getOrDefault("returnType", ""), flag("subtypes", false));
        }
    }
}
