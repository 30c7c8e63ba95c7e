package sim.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.aspectj.weaver.loadtime.Aj;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;
import org.springframework.aop.Advisor;
import sim.agent.code.CompiledAspects;
import sim.agent.code.Hierarchy;

/**
 * What the look excludes the weaver would leave as it is, by all the libraries' aspects: class by class, with AspectJ's own weaver.
 * {@code -Dsim.look.jars} names other jars, separated as a class path is.
 */
class LookBesideWeaverTest {
    private static final List<String> WORDS = List.of("apache-http", "http", "jdbc", "jdk-http", "kafka", "okhttp",
            "tasks");

    @Test
    void whatIsExcludedTheWeaverLeavesAsItIs(@TempDir Path folder) throws Exception {
        StringBuilder aspects = new StringBuilder();
        for (String word : WORDS) {
            aspects.append(text("META-INF/sim/" + word + ".xml").replaceAll("(?s)<!--.*?-->|</?aspectj>|</?aspects>",
                    ""));
        }
        Path aop = Files.writeString(folder.resolve("aop.xml"),
                "<aspectj><aspects>" + aspects + "</aspects><weaver options=\"-nowarn -Xlint:ignore\"/></aspectj>");
        List<Path> jars = jars();
        List<String> changed = new ArrayList<>();
        int excluded = 0;
        int all = 0;
        try (Seeing loader = new Seeing(jars, aop)) {
            Look look = Look.of(List.of(Files.readString(aop)), true);
            Aj weaver = new Aj();
            for (Path jar : jars) {
                for (Map.Entry<String, byte[]> each : classes(jar).entrySet()) {
                    all++;
                    if (look.chosen(each.getKey(), new ClassReader(each.getValue()), each.getValue(),
                            Hierarchy.of(loader)) != null) {
                        excluded++;
                        byte[] woven = weaver.preProcess(each.getKey().replace('/', '.'), each.getValue(), loader,
                                null);
                        if (woven != null && !Arrays.equals(woven, each.getValue())) {
                            changed.add(each.getKey());
                        }
                    }
                }
            }
        }
        System.out.println("excluded " + excluded + " of " + all);
        assertThat(changed).isEmpty();
        assertThat(excluded).as("of %d", all).isBetween(all * 6 / 10, all - 20);
    }

    /** What a configuration leaves out by its includes, AspectJ's own weaver does not touch, whatever all configurations select. */
    @Test
    void whatIsNotIncludedTheWeaverLeavesAsItIs(@TempDir Path folder) throws Exception {
        String text = """
                <aspectj><aspects>
                <concrete-aspect name="my.All" extends="sim.instrumentation.aop.aspectj.AbstractMethodInterceptor">
                <pointcut name="methodsToInstrument" expression="execution(* *(..)) || execution(*.new(..))"/>
                </concrete-aspect></aspects>
                <weaver options="-nowarn -Xlint:ignore"><include within="com.zaxxer.hikari.pool..*"/>
                <include within="org.springframework.aop.*"/></weaver></aspectj>
                """;
        Path aop = Files.writeString(folder.resolve("aop.xml"), text);
        List<Path> jars = jars();
        List<String> changed = new ArrayList<>();
        List<String> kept = new ArrayList<>();
        int out = 0;
        try (Seeing loader = new Seeing(jars, aop)) {
            Look look = Look.of(List.of(text), false);
            Aj weaver = new Aj();
            for (Path jar : jars) {
                for (Map.Entry<String, byte[]> each : classes(jar).entrySet()) {
                    byte[] woven = weaver.preProcess(each.getKey().replace('/', '.'), each.getValue(), loader, null);
                    boolean isChanged = woven != null && !Arrays.equals(woven, each.getValue());
                    if (look.leavesOut(each.getKey()) && !CompiledAspects.mayBeIn(each.getValue())) {
                        out++;
                        if (isChanged) {
                            changed.add(each.getKey());
                        }
                    } else if (isChanged) {
                        kept.add(each.getKey());
                    }
                }
            }
        }
        assertThat(changed).isEmpty();
        assertThat(out).isGreaterThan(200);
        assertThat(kept).contains("com/zaxxer/hikari/pool/HikariPool",
                "com/zaxxer/hikari/pool/HikariPool$PoolEntryCreator",
                "org/springframework/aop/TrueClassFilter");
    }

    private static List<Path> jars() throws URISyntaxException {
        String named = System.getProperty("sim.look.jars");
        return named == null
                ? List.of(jarOf(HikariConfig.class), jarOf(Advisor.class))
                : Stream.of(named.split(File.pathSeparator)).map(Path::of).toList();
    }

    private static Path jarOf(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    private static Map<String, byte[]> classes(Path jar) throws IOException {
        Map<String, byte[]> found = new TreeMap<>();
        try (FileSystem files = FileSystems.newFileSystem(jar); Stream<Path> all = Files.walk(files.getPath("/"))) {
            all.filter(each -> each.toString().endsWith(".class") && !each.startsWith("/META-INF")
                    && !each.endsWith("module-info.class")).forEach(each -> {
                        try {
                            found.put(each.toString().substring(1).replace(".class", ""), Files.readAllBytes(each));
                        } catch (IOException unreadable) {
                            throw new UncheckedIOException(unreadable);
                        }
                    });
        }
        return found;
    }

    private static String text(String resource) throws IOException {
        try (InputStream content = LookBesideWeaverTest.class.getClassLoader().getResourceAsStream(resource)) {
            return new String(content.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Sees the jars, and no configuration of the weaver's but one. */
    private static final class Seeing extends URLClassLoader {
        private final URL aop;

        Seeing(List<Path> jars, Path aop) throws IOException {
            super(urls(jars), LookBesideWeaverTest.class.getClassLoader());
            this.aop = aop.toUri().toURL();
        }

        private static URL[] urls(List<Path> jars) throws IOException {
            List<URL> urls = new ArrayList<>();
            for (Path jar : jars) {
                urls.add(jar.toUri().toURL());
            }
            return urls.toArray(URL[]::new);
        }

        @Override
        public Enumeration<URL> getResources(String name) throws IOException {
            if (name.equals("META-INF/aop.xml")) {
                return Collections.enumeration(List.of(aop));
            }
            return name.endsWith("aop.xml") || name.endsWith("aop-ajc.xml")
                    ? Collections.emptyEnumeration()
                    : super.getResources(name);
        }
    }
}
