package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.testkit.Jdks;

/**
 * Programs with libraries that generate classes or were compiled otherwise than by javac, libraries and all woven: they run as
 * they do bare, and nothing of the weaver is heard. The long form with other jars is in CONTRIBUTING.
 */
class ProgramsIT {
    private static final String KOTLIN = path("kotlinx-coroutines-core-jvm", "kotlin-stdlib");
    private static final String SPRING = path("spring-aop", "spring-core", "spring-beans", "spring-jcl");

    @TempDir
    Path folder;

    @Test
    void coroutinesWithTheirLibraryWoven() throws IOException {
        ChildJvm.Result run = everything("", "kotlin").run(KOTLIN, "woven.Coroutines");
        assertThat(run.out()).as(run.all()).contains("ended 100", "flown [1, 2, 3]", "counter metering.failures 0");
        assertThat(run.after("counter weaving.failed ")).as(run.all()).isEqualTo("0");
        assertThat(run.out()).anyMatch(line -> line.startsWith("count kotlinx.coroutines."));
        staysQuiet(run);
    }

    /** As an application on Spring Data JPA does: its weaver is found first, and is not the one that weaves. */
    @Test
    void anApplicationMayBringAWeaverOfItsOwn() throws IOException {
        ChildJvm.Result run = everything("", "weaver").run(
                ChildJvm.library("aspectjweaver") + File.pathSeparator + KOTLIN, "woven.Coroutines");
        assertThat(run.out()).as(run.all()).contains("ended 100", "flown [1, 2, 3]", "counter weaving.failed 0");
        assertThat(run.out()).anyMatch(line -> line.startsWith("count kotlinx.coroutines."));
        staysQuiet(run);
    }

    /** A superclass's initialiser makes one of a subclass, whose own has not run: Eclipse's compiler does. */
    @Test
    void classesThatAreCalledBeforeTheirInitialisersHaveRun() throws IOException {
        ChildJvm.Result run = everything("", "early").run(ChildJvm.CLASSES.toString(), "woven.Early");
        assertThat(run.out()).as(run.all()).contains("known, hello, failed; ?unknown, hello, failed", "corners 14",
                "count woven.Early$Type.<init> 6 errors 0", "count woven.Early$Named.<init> 6 errors 0",
                "count woven.Early$Named.deeper 4 errors 0", "count woven.Early$Named.failed 2 errors 0",
                "count woven.Early$Named.fail 2 errors 2", "count woven.Early$Greeting.greet 2 errors 0",
                "count woven.Early$Dot.<init> 2 errors 0", "count woven.Early$Shape.corners 3 errors 0",
                "counter weaving.failed 0", "counter metering.failures 0");
        Path early = Files.writeString(folder.resolve("plain.xml"), Files.readString(folder.resolve("early.xml"))
                .replace("!within(woven.Report)", "within(woven.Early..*)"));
        ChildJvm.Result plain = new ChildJvm().plainWeaver(early)
                .run(ChildJvm.CLASSES.toString(), "woven.Early");
        assertThat(plain.out()).as(plain.all()).contains("known, hello, failed; ?unknown, hello, failed");
    }

    /** What such a thread says of itself is nobody's business but the program's: a probe that asked it would be in it, and its waits would be another's. */
    @Test
    void threadsThatAnswerForTheirIdThemselves() throws IOException {
        ChildJvm.Result run = everything("hotspot.enabled=false,contention=exact", "ids")
                .run(ChildJvm.CLASSES.toString(), "woven.OwnIds");
        assertThat(run.out()).as(run.all()).contains("sum 2502500", "count woven.OwnIds$Worker.run 100 errors 0",
                "count woven.OwnIds$Worker.work 5000 errors 0", "count woven.OwnIds$Worker.own 5000 errors 0",
                "count woven.OwnIds$Worker.getId 5000 errors 0", "counter probes.unmatched 0",
                "counter metering.failures 0");
        assertThat(run.after("counter calls.lost ")).as(run.all()).isIn(null, "0");
        assertThat(run.out()).filteredOn(line -> line.startsWith("self woven.OwnIds$Worker."))
                .allMatch(line -> line.contains(" waiting.count=0") || !line.contains(" waiting."),
                        "it waits for nothing");
        staysQuiet(run);
    }

    /** The JDK's initialisers make objects of classes that properties name: Open Liberty's log manager was not the JVM's. */
    @Test
    void classesThatAnInitialiserOfTheJdkMakes() throws IOException {
        ChildJvm.Result logs = everything("", "logs").flag("-Djava.util.logging.manager=woven.OwnLogs")
                .run(ChildJvm.CLASSES.toString(), "woven.OwnLogs");
        assertThat(logs.out()).as(logs.all()).contains("manager woven.OwnLogs", "count woven.OwnLogs.name 1 errors 0",
                "counter weaving.failed 0", "counter metering.failures 0");
        staysQuiet(logs);
        ChildJvm.Result zones = everything("", "zones")
                .flag("-Djava.time.zone.DefaultZoneRulesProvider=woven.OwnZones")
                .run(ChildJvm.CLASSES.toString(), "woven.OwnZones");
        assertThat(zones.out()).as(zones.all()).contains("zone ZoneRules[currentStandardOffset=+02:00]",
                "counter weaving.failed 0", "counter metering.failures 0");
        staysQuiet(zones);
        ChildJvm.Result preferences = everything("", "preferences")
                .flag("-Djava.util.prefs.PreferencesFactory=woven.OwnPreferences$Factory")
                .run(ChildJvm.CLASSES.toString(), "woven.OwnPreferences");
        assertThat(preferences.out()).as(preferences.all()).contains("preferences a",
                "count woven.OwnPreferences.named 2 errors 0", "counter weaving.failed 0",
                "counter metering.failures 0");
        staysQuiet(preferences);
        for (String first : List.of("future", "publisher")) {
            String factory = "-Djava.util.concurrent.ForkJoinPool.common.threadFactory=woven.OwnPool";
            ChildJvm.Result pool = everything("server=none", "pool").flag(factory)
                    .run(ChildJvm.CLASSES.toString(), "woven.OwnPool", first);
            // newer JDKs refuse such a factory themselves, by what their initialisers need
            String bare = new ChildJvm().withoutAgent().flag(factory)
                    .run(ChildJvm.CLASSES.toString(), "woven.OwnPool", first).out().get(0);
            assertThat(pool.out()).as(pool.all()).contains(bare, "counter weaving.failed 0",
                    "counter metering.failures 0");
            if (bare.equals("pool woven.OwnPool")) {
                assertThat(pool.out()).as(pool.all()).contains(
                        "count woven.OwnPool$Future.greet " + (first.equals("future") ? 2 : 1) + " errors 0");
            }
            staysQuiet(pool);
        }
    }

    /** The JDK asks for them once, and SIM needs much of the same: it had asked before. */
    @Test
    void settingsThatAProgramMakesInMain() throws IOException {
        Path security = Files.writeString(folder.resolve("security"), "woven.own=of main");
        for (String options : List.of("", ",packages=woven,weave.cache=off")) {
            ChildJvm jvm = everything("server=localhost:1" + options, "settings");
            for (String opened : List.of("sun.net", "sun.net.spi", "sun.nio.ch", "sun.util.locale.provider")) {
                jvm.flag("--add-opens").flag("java.base/" + opened + "=ALL-UNNAMED");
            }
            ChildJvm.Result run = jvm.run(ChildJvm.CLASSES.toString(), "woven.SetInMain", security.toString());
            assertThat(run.out()).as(run.all()).containsExactly("threads 1", "security of main",
                    "locales [SPI, FALLBACK]", "parallelism 7", "ttl 5", "bound /0.0.0.0", "proxies true",
                    "buffers 1000");
        }
    }

    @Test
    void springsProxyOfAnAnnotatedClassIsLeftAlone() {
        ChildJvm.Result run = new ChildJvm().agent("interval=1h").in(folder).run(SPRING, "woven.Proxied");
        assertThat(run.out()).as(run.all()).contains("hello there 42", "advised 3 generated true",
                "count woven.Proxied$Service.greet 1 errors 0", "count woven.Proxied$Service.add 1 errors 0",
                "count woven.Proxied$Service.nothing 1 errors 0", "counter weaving.failed 0");
        assertThat(run.out()).noneMatch(line -> line.startsWith("count ") && line.contains("CGLIB"));
        assertThat(run.after("counter weaving.skipped.generated ")).isNotNull();
        staysQuiet(run);
    }

    @Test
    void springAndItsProxyWovenTooUnderANameThatStays() throws IOException {
        ChildJvm.Result run = everything("weave.skip=none", "spring").run(SPRING, "woven.Proxied");
        assertThat(run.out()).as(run.all()).contains("hello there 42", "advised 3 generated true",
                "count woven.Proxied$Service.greet 1 errors 0",
                "count woven.Proxied$Service$$SpringCGLIB.greet 1 errors 0",
                "count woven.Proxied$Service$$SpringCGLIB.nothing 1 errors 0", "counter weaving.failed 0");
        staysQuiet(run);
    }

    @Test
    void whereUnsafeIsDeniedAllWorksAndNothingWarns() throws IOException {
        Path jdk = Jdks.withVirtualThreads();
        assumeTrue(jdk != null && Files.readString(jdk.resolve("release")).contains("JAVA_VERSION=\"25"),
                "skipped: needs a JDK 25");
        ChildJvm.Result run = new ChildJvm().on(jdk).flag("--sun-misc-unsafe-memory-access=deny").in(folder)
                .agent("interval=1h,aop=" + ChildJvm.CLASSES.resolve("styles-aop.xml"))
                .run(ChildJvm.CLASSES.toString(), "woven.Styles");
        assertThat(run.out()).as(run.all()).contains("count woven.Styles.byConfiguration 3 errors 0",
                "counter weaving.failed 0", "counter metering.failures 0");
        staysQuiet(run);
        ChildJvm.Result kotlin = everything("", "kotlin").on(jdk).run(KOTLIN, "woven.Coroutines");
        assertThat(kotlin.out()).as(kotlin.all()).contains("ended 100", "counter weaving.failed 0");
        staysQuiet(kotlin);
    }

    @Test
    void theLibrariesClassesAreAcceptedByTheJvm() throws IOException {
        Path jars = Files.write(folder.resolve("jars"),
                Arrays.asList((KOTLIN + File.pathSeparator + SPRING).split(File.pathSeparator)).stream()
                        .filter(each -> each.endsWith(".jar")).toList());
        // Spring's pointcuts need it; the weaver in the agent's jar has other names
        String path = ChildJvm.CLASSES + File.pathSeparator + ChildJvm.library("aspectjweaver");
        ChildJvm.Result bare = new ChildJvm().flag("-Dwoven.bare=true").flag("-Dwoven.every=4").run(path,
                "woven.WeaveAll", jars.toString());
        ChildJvm.Result woven = everything("weave.skip=none,weave.log=" + folder.resolve("weaving.log"), "bytecode")
                .flag("-Dwoven.every=4").run(path, "woven.WeaveAll", jars.toString());
        assertThat(refused(bare)).as(woven.all()).containsAll(refused(woven));
        assertThat(woven.after("classes ")).isEqualTo(bare.after("classes "));
        assertThat(Integer.parseInt(woven.after("counter weaving.woven "))).isGreaterThan(700);
        for (String reason : List.of("verify", "frames", "threw", "too.large")) {
            assertThat(woven.after("counter weaving.failed." + reason + " ")).as(woven.all()).isNull();
        }
        assertThat(Files.readString(folder.resolve("weaving.log"))).contains(" lint.");
        staysQuiet(woven);
    }

    private static List<String> refused(ChildJvm.Result run) {
        return run.out().stream().filter(line -> line.startsWith("refused ")).map(line -> line.split(" ")[1]).toList();
    }

    /** Lines on standard error are SIM's, few, and the working directory is as it was. */
    private void staysQuiet(ChildJvm.Result run) {
        assertThat(run.err()).allMatch(line -> line.startsWith("sim: ")).hasSizeLessThan(14);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(each -> each.getFileName().toString()))
                    .noneMatch(name -> name.startsWith("ajcore") || name.startsWith("_ajdump"));
        } catch (IOException unreadable) {
            throw new AssertionError(unreadable);
        }
    }

    private ChildJvm everything(String more, String name) throws IOException {
        Path aop = Files.writeString(folder.resolve(name + ".xml"),
                """
                        <aspectj>
                          <aspects>
                            <concrete-aspect name="woven.Everything" extends="sim.instrumentation.aop.aspectj.AbstractMethodInterceptor">
                              <pointcut name="methodsToInstrument"
                                        expression="(execution(* *(..)) || execution(new(..))) &amp;&amp; !within(woven.Report)"/>
                            </concrete-aspect>
                          </aspects>
                          <weaver><include within="*..*"/></weaver>
                        </aspectj>
                        """);
        return new ChildJvm().agent("interval=1h,aop=" + aop + (more.isEmpty() ? "" : "," + more)).in(folder);
    }

    private static String path(String... libraries) {
        return Stream.concat(Stream.of(ChildJvm.CLASSES), Stream.of(libraries).map(ChildJvm::library))
                .map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }
}
