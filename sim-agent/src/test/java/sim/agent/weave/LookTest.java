package sim.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import sim.agent.ChildJvm;
import sim.agent.code.Hierarchy;

/** What the look before the weaver's excludes cannot match; where it cannot tell it excludes nothing. */
class LookTest {
    private static final String INTERCEPTOR = "<aspectj><aspects><concrete-aspect name=\"my.Metered\""
            + " extends=\"sim.instrumentation.aop.aspectj.AbstractMethodInterceptor\"><pointcut name=\"methodsToInstrument\""
            + " expression=\"%s\"/></concrete-aspect></aspects><weaver><include within=\"woven..*\"/></weaver></aspectj>";

    @Test
    void annotationsAreFoundInAClassAboveItAndAroundIt() throws IOException {
        Look look = Look.of(getClass().getClassLoader(), true);
        for (String each : List.of("Shapes$Nested", "Shapes$Derived", "Shapes$Implementation", "Shapes$Maker$1",
                "Shapes$Colour$1", "Styles", "Reloaded")) {
            assertThat(excludes(look, each)).as(each).isFalse();
        }
        assertThat(excludes(look, "Large")).isTrue();
    }

    @Test
    void namesAreFoundInAClassAndAboveIt() throws IOException {
        Look look = Look.of(List.of(INTERCEPTOR.formatted("execution(* woven.Plain.*(..))")), true);
        assertThat(excludes(look, "Plain")).isFalse();
        assertThat(excludes(look, "Large")).isTrue();
        Look above = Look.of(List.of(INTERCEPTOR.formatted("execution(* java.net.URLClassLoader+.*(..))")), true);
        assertThat(excludes(above, "Loaders$ChildFirst")).isFalse();
        assertThat(excludes(above, "Large")).isTrue();
    }

    @Test
    void whatIsNotIncludedIsLeftOutByItsName() {
        String aspect = "<aspectj><aspects><aspect name=\"woven.BesideAspect\"/></aspects></aspectj>";
        String included = "<aspectj><aspects/><weaver><include within=\"woven.in..*\"/></weaver></aspectj>";
        Look look = Look.of(List.of(aspect, included), false);
        assertThat(List.of("woven/in/A", "woven/in/A$B", "woven/in/deep/A")).noneMatch(look::leavesOut);
        assertThat(List.of("woven/A", "woven/inn/A", "A", "woven/in")).allMatch(look::leavesOut);
        assertThat(Look.of(List.of(aspect), false).leavesOut("woven/A")).isFalse();
        assertThat(Look.of(List.of(aspect, included), true).leavesOut("woven/A")).as("the weaver is heard").isFalse();
        for (String forTheWeaver : List.of("<aspectj><weaver><include within=\"!woven..*\"/></weaver></aspectj>",
                "<aspectj>text</aspectj>", "<aspectj><weaver><include/></weaver></aspectj>")) {
            assertThat(Look.of(List.of(included, forTheWeaver), false).leavesOut("woven/A")).as(forTheWeaver).isFalse();
        }
        String ofAspects = "<aspectj><aspects><include within=\"woven.in..*\"/></aspects></aspectj>";
        assertThat(Look.of(List.of(aspect, ofAspects), false).leavesOut("woven/A")).as("chooses aspects").isFalse();
        String loud = "<aspectj><weaver options=\"-verbose\"/></aspectj>";
        assertThat(Look.ofTexts(List.of(included, loud), false).leavesOut("woven/A")).isFalse();
    }

    /** Such as {@code Log_$logger}: a dollar in a generated name, and no class around it. */
    @Test
    void aDollarInANameMakesNoClassAroundIt() {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "generated/Log_$logger", null, "java/lang/Object", null);
        writer.visitEnd();
        byte[] bytes = writer.toByteArray();
        Look look = Look.of(List.of(INTERCEPTOR.formatted("execution(* woven.Plain.*(..))")), false);
        assertThat(look.chosen("generated/Log_$logger", new ClassReader(bytes), bytes,
                Hierarchy.of(getClass().getClassLoader()))).isEmpty();
    }

    /** Netty's classes are of Java 6. */
    @Test
    void classFilesFromJava6OnAreToldByNames() {
        Look look = Look.of(List.of(INTERCEPTOR.formatted("execution(* woven.Old.*(..))")), false);
        Hierarchy types = Hierarchy.of(new ClassLoader(getClass().getClassLoader()) {
        });
        assertThat(look.chosen("woven/Old", new ClassReader(old(Opcodes.V1_6)), old(Opcodes.V1_6), types))
                .containsExactly("run()V");
        assertThat(look.chosen("woven/Old", new ClassReader(old(Opcodes.V1_5)), old(Opcodes.V1_5), types)).isNull();
    }

    private static byte[] old(int version) {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(version, Opcodes.ACC_PUBLIC, "woven/Old", null, "java/lang/Object", null);
        MethodVisitor run = writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "run", "()V", null, null);
        run.visitCode();
        run.visitInsn(Opcodes.RETURN);
        run.visitMaxs(0, 0);
        run.visitEnd();
        return writer.toByteArray();
    }

    @Test
    void aspectsOfOtherKindsEndDeciding() throws IOException {
        for (String each : List.of(INTERCEPTOR.formatted("execution(* *(..))"), "<aspectj><aspects>"
                + "<aspect name=\"my.Aspect\"/></aspects></aspectj>", "not xml",
                INTERCEPTOR.replace("MethodInterceptor", "ContextWriter").formatted("within(a.b..*)"),
                "<aspectj><weaver><dump within=\"*\"/></weaver></aspectj>")) {
            assertThat(excludes(Look.of(List.of(each), true), "Large")).as(each).isFalse();
        }
    }

    /** Each room of a library looks at its own classes alone, so a program pays for no other. */
    @ParameterizedTest
    @CsvSource({"jdbc,org/h2/jdbc/JdbcPreparedStatement,org/h2/table/Table", "http,woven/Requests$Orders,woven/Large",
            "http,woven/Servlets$Orders,woven/Large", "jdk-http,woven/Requests,woven/Large",
            "okhttp,okhttp3/RealCall,woven/Large",
            "apache-http,org/apache/hc/client5/http/A.doExecute,org/apache/hc/client5/http/A.other",
            "kafka,org/apache/kafka/clients/A.poll,org/apache/kafka/clients/A.other",
            "tasks,com/zaxxer/hikari/pool/HikariPool,com/zaxxer/hikari/pool/HikariProxyStatement",
            "tasks,com/zaxxer/hikari/pool/HikariPool$HouseKeeper,woven/Large",
            "tasks,org/springframework/core/task/A,org/springframework/core/A"})
    void aLibrarysRoomIsLookedForWhereItMayBe(String word, String wanted, String other) throws IOException {
        Look look = Look.of(List.of(text("META-INF/sim/" + word + ".xml")), true);
        assertThat(excludesClass(look, wanted)).isFalse();
        assertThat(excludesClass(look, other)).isTrue();
    }

    /** As its jar has them; who extends an annotated class, or is inside one, is found as well. */
    @ParameterizedTest
    @ValueSource(strings = {"Lorg/springframework/transaction/annotation/Transactional;",
            "Ljakarta/transaction/Transactional;", "Lorg/springframework/scheduling/annotation/Async;",
            "Lorg/springframework/cache/annotation/Cacheable;", "Ljavax/cache/annotation/CacheResult;",
            "Lorg/springframework/beans/factory/annotation/Configurable;"})
    void whatSpringsAspectsSelectIsLeftToTheWeaver(String annotation) {
        Look look = Look.of(List.of("<aspectj><!-- <weaver options=\"-showWeaveInfo\"/> --><aspects>" + Stream.of(
                "beans.factory.aspectj.AnnotationBeanConfigurerAspect",
                "scheduling.aspectj.AnnotationAsyncExecutionAspect",
                "transaction.aspectj.AnnotationTransactionAspect", "transaction.aspectj.JtaAnnotationTransactionAspect",
                "cache.aspectj.AnnotationCacheAspect", "cache.aspectj.JCacheCacheAspect")
                .map("<aspect name=\"org.springframework.%s\"/>"::formatted).collect(Collectors.joining())
                + "</aspects></aspectj>"), true);
        Hierarchy types = Hierarchy.of(new ClassLoader(null) {
        });
        assertThat(excludes(look, "shop/Plain", type("shop/Plain", "java/lang/Object", null), types)).isTrue();
        assertThat(excludes(look, "shop/Marked", type("shop/Marked", "java/lang/Object", annotation), types)).isFalse();
        assertThat(excludes(look, "shop/Below", type("shop/Below", "shop/Marked", null), types)).isFalse();
        assertThat(excludes(look, "shop/Marked$In", type("shop/Marked$In", "java/lang/Object", null), types)).isFalse();
        String made = "org/springframework/beans/factory/aspectj/ConfigurableObject";
        assertThat(excludes(look, made, type(made, "java/lang/Object", null), types)).isFalse();
    }

    private static byte[] type(String name, String parent, String annotation) {
        ClassWriter type = new ClassWriter(0);
        type.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, name, null, parent, null);
        if (annotation != null) {
            type.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_ABSTRACT, "some", "()V", null, null)
                    .visitAnnotation(annotation, true).visitEnd();
        }
        return type.toByteArray();
    }

    private static String text(String resource) throws IOException {
        try (InputStream content = LookTest.class.getClassLoader().getResourceAsStream(resource)) {
            return new String(content.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** By its name; one that is not here is a class of that name with one method at most. */
    private static boolean excludesClass(Look look, String named) throws IOException {
        String name = named.replaceAll("\\..*", "");
        try (InputStream content = LookTest.class.getClassLoader().getResourceAsStream(name + ".class")) {
            if (content != null) {
                return excludes(look, name, content.readAllBytes(), Hierarchy.of(LookTest.class.getClassLoader()));
            }
        }
        ClassWriter empty = new ClassWriter(0);
        empty.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, name, null, "java/lang/Object", null);
        if (!name.equals(named)) {
            empty.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_NATIVE, named.substring(name.length() + 1), "()V", null,
                    null).visitEnd();
        }
        return excludes(look, name, empty.toByteArray(), Hierarchy.of(LookTest.class.getClassLoader()));
    }

    private static boolean excludes(Look look, String type) throws IOException {
        return excludes(look, "woven/" + type, Files.readAllBytes(ChildJvm.CLASSES.resolve("woven/" + type + ".class")),
                Hierarchy.of(LookTest.class.getClassLoader()));
    }

    private static boolean excludes(Look look, String name, byte[] bytes, Hierarchy types) {
        return look.chosen(name, new ClassReader(bytes), bytes, types) != null;
    }
}
