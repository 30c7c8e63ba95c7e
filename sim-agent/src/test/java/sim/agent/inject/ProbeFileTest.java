package sim.agent.inject;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import sim.payload.injected.Probe;
import sim.payload.injected.interception.AdditionalInterception;
import sim.payload.injected.interception.InvocationType;
import sim.payload.injected.interception.MethodSpec;
import sim.payload.injected.interception.PayloadInterception;
import sim.payload.injected.parameter.Parameter;

class ProbeFileTest {
    @Probe(name = "Several")
    public static final class Several {
        private Several() {}

        @PayloadInterception(invokeOn = InvocationType.ENTER, method = {
                @MethodSpec(className = "shop.Store", methodName = "find", parameterTypes = "java.lang.String"),
                @MethodSpec(className = "shop.Cache", methodName = "get", parameterTypes = "..", subtypes = true)})
        public static String asked(@Parameter(0) Object key) {
            return String.valueOf(key);
        }

        @AdditionalInterception(InvocationType.EXIT)
        public static void done() {
            // only that it is there matters
        }

        @PayloadInterception(invokeOn = InvocationType.ENTER, method = {
                @MethodSpec(className = "shop.Store", methodName = "find", parameterTypes = "java.lang.String"),
                @MethodSpec(className = "shop.Store", methodName = "close")})
        public static String wrongOfOne(@Parameter(0) Object key) {
            return String.valueOf(key);
        }

        @PayloadInterception(invokeOn = InvocationType.ENTER, method = {})
        public static String ofNone() {
            return "none";
        }
    }

    @Probe(name = "Twice")
    public static final class Twice {
        static int calls;

        private Twice() {}

        @sim.payload.injected.interception.Interception(invokeOn = InvocationType.ENTER, method = {
                @MethodSpec(className = "shop.Store", methodName = "close"),
                @MethodSpec(className = "shop.Store", methodName = "close", parameterTypes = "..")})
        public static void called() {
            calls++;
        }
    }

    private final List<String> complaints = new ArrayList<>();

    @Test
    void aHandlerMayNameSeveralMethods() throws Exception {
        List<Interception> read = read(Several.class);
        assertThat(read).extracting(each -> each.method().toString()).containsExactly(
                "shop.Store.find(java.lang.String)", "shop.Cache.get(..) and subtypes");
        assertThat(read).allSatisfy(each -> assertThat(each.handlers()).extracting(Handler::method)
                .containsExactly("asked", "done"));
        assertThat(complaints).containsExactlyInAnyOrder(
                "wrongOfOne is left out: @Parameter(0) is none of shop.Store.close()",
                "ofNone is left out: it names no method");
    }

    @Test
    void aMethodThatIsMeantTwiceHasItsHandlerCalledOnce() throws Throwable {
        int number = Selections.number(read(Twice.class));
        Injected.begin(MethodHandles.lookup(), "close", MethodType.methodType(Object.class, Object.class), number,
                "()V").getTarget().invoke((Object) this);
        assertThat(Twice.calls).isEqualTo(1);
    }

    /** Such as a probe in somebody's jar: the annotation had one method, and no array. */
    @Test
    void aProbeThatWasCompiledForOneMethodAHandlerIsReadAsItWas() {
        List<Interception> read = ProbeFile.read(early(), complaints::add);
        assertThat(complaints).isEmpty();
        assertThat(read).singleElement().satisfies(each -> assertThat(each.method().toString())
                .isEqualTo("shop.Store.find()"));
    }

    private static byte[] early() {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "shop/EarlyProbe", null, "java/lang/Object", null);
        writer.visitAnnotation(Probe.class.descriptorString(), true).visitEnd();
        MethodVisitor handler = writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "found",
                "()Ljava/lang/String;", null, null);
        AnnotationVisitor interception = handler.visitAnnotation(PayloadInterception.class.descriptorString(), true);
        interception.visitEnum("invokeOn", InvocationType.class.descriptorString(), "ENTER");
        AnnotationVisitor method = interception.visitAnnotation("method", MethodSpec.class.descriptorString());
        method.visit("className", "shop.Store");
        method.visit("methodName", "find");
        method.visitEnd();
        interception.visitEnd();
        handler.visitCode();
        handler.visitInsn(Opcodes.ACONST_NULL);
        handler.visitInsn(Opcodes.ARETURN);
        handler.visitMaxs(1, 0);
        handler.visitEnd();
        writer.visitEnd();
        return writer.toByteArray();
    }

    private List<Interception> read(Class<?> probe) throws IOException {
        try (InputStream file = probe.getResourceAsStream("ProbeFileTest$" + probe.getSimpleName() + ".class")) {
            return ProbeFile.read(file.readAllBytes(), complaints::add);
        }
    }
}
