package sim.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import sim.metrics.probe.Metering;
import sim.model.snapshot.Meter;

/** What each module may use, and that no packages depend on one another in a circle. */
class ArchitectureTest {
    private static final String OPEN_API = "org.jinspired.probes..";
    /** What a library may ship. */
    private static final String[] PAYLOAD_API = {"sim.payload.embedded..", "sim.payload.injected..",
            "sim.payload.controller..", "sim.payload.spi.."};
    /**
     * By module, the roots of its packages. They are named after the module but where users, or the published interfaces that SIM implements, name them: architecture.md
     * says so.
     */
    private static final Map<String, Set<String>> ROOTS = Map.ofEntries(
            entry("sim-annotations", Set.of("sim.instrumentation.annotation", "sim.payload.controller",
                    "sim.payload.embedded", "sim.payload.injected", "sim.payload.spi")),
            entry("sim-model", Set.of("sim.model")), entry("sim-base", Set.of("sim.base", "org.jinspired.probes")),
            entry("sim-context", Set.of("sim.context")),
            entry("sim-metrics", Set.of("sim.metrics", "sim.instrumentation.data")),
            entry("sim-payload", Set.of("sim.payload.recording", "sim.payload.runtime")),
            entry("sim-recording", Set.of("sim.recording")),
            entry("sim-aspects",
                    Set.of("sim.instrumentation.aop", "sim.payload.bridge", "sim.payload.common",
                            "sim.payload.library")),
            entry("sim-wire", Set.of("sim.wire")), entry("sim-collector", Set.of("sim.collector")),
            entry("sim-jfr", Set.of("sim.jfr")), entry("sim-jfr-reader", Set.of("sim.jfr.reader")),
            entry("sim-exports", Set.of("sim.export")), entry("sim-agent", Set.of("sim.agent", "org.aspectj.sim")),
            entry("sim-store", Set.of("sim.store")), entry("sim-agent-server", Set.of("sim.server")),
            entry("sim-testkit", Set.of("sim.testkit")));
    private static final String[] JDK = {"java..", "com.sun.management..", "jdk.jfr.."};

    /** Read once for all tests: that takes seconds. */
    private static final JavaClasses ALL = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests()).importPackages("sim", "org.jinspired.probes");

    private final JavaClasses all = ALL;

    @Test
    void everythingIsLookedAt() {
        for (String type : new String[]{"sim.metrics.probe.Metering", "sim.collector.Collector",
                "sim.store.Store", "sim.instrumentation.annotation.Instrument",
                "sim.instrumentation.aop.aspectj.AbstractMethodInterceptor", "sim.instrumentation.data.Metrics",
                "sim.jfr.RecordingContext", "sim.payload.runtime.PayloadFeature",
                "sim.payload.recording.Payloads"}) {
            assertThat(all.contain(type)).as(type).isTrue();
        }
    }

    @Test
    void payloadProbesOfLibrariesUseThePayloadApiAndNoLibrary() {
        for (String rooms : new String[]{"sim.payload.library..", "sim.payload.common.."}) {
            onlyUse(rooms,
                    with("sim.payload..", "sim.context", "sim.base.failure", "sim.base.redact", "sim.base.thread",
                            "sim.metrics.probe", "com.sun.net.httpserver..", "org.aspectj.lang..",
                            "org.aspectj.runtime..",
                            "org.aspectj.internal.lang.annotation.."));
        }
    }

    @Test
    void payloadProbesUseTheRuntimeThroughItsSeams() {
        classes().that().resideInAPackage("sim.payload.recording..").should().onlyDependOnClassesThat(
                resideInAnyPackage(with("sim.metrics.feature..", "sim.metrics.spi..", "sim.base..", "sim.model..",
                        "sim.payload.embedded..", "sim.payload.injected..", "sim.payload.spi..",
                        "sim.payload.recording.."))
                        .or(name("sim.metrics.tree.Histogram")))
                .check(all);
        classes().that().resideInAPackage("sim.payload.runtime..").and().doNotHaveSimpleName("JvmPayloads").should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(with("sim.metrics.feature..", "sim.metrics.spi..", "sim.base..", "sim.context..",
                        "sim.model..", "sim.payload.recording..", "sim.payload.runtime.."))
                .check(all);
        classes().that().haveFullyQualifiedName("sim.payload.runtime.JvmPayloads").should().onlyDependOnClassesThat(
                resideInAnyPackage(with("sim.metrics.feature..", "sim.model..", "sim.payload.recording..",
                        "sim.payload.runtime..", "sim.payload.spi..")).or(type(Metering.class)))
                .check(all);
    }

    /** The runtime finds them by a service file, the collector ships what they gather by the classes of the elements. */
    @Test
    void onlyTheAgentAndPayloadProbesKnowWhatRecordsPayloads() {
        noClasses().that().resideOutsideOfPackages("sim.agent..", "sim.payload.recording..", "sim.payload.runtime..",
                "sim.payload.library..", "sim.payload.common..").should().dependOnClassesThat()
                .resideInAnyPackage("sim.payload.recording..", "sim.payload.runtime..").check(all);
        noClasses().that(areOfTheRuntime()).should().dependOnClassesThat()
                .resideInAnyPackage("sim.payload..", "sim.model.payload..").check(all);
    }

    @Test
    void theBridgeKnowsTheRuntimesFaceAlone() {
        onlyUse("sim.payload.bridge..", "sim.payload.spi..", "java..", "org.aspectj.lang..", "org.aspectj.runtime..",
                "org.aspectj.internal.lang.annotation..");
    }

    @Test
    void noPackagesDependInACircle() {
        slices().matching("sim.(**)").should().beFreeOfCycles().check(all);
    }

    /** Nobody could name the jars on a module path otherwise. */
    @Test
    void noPackageIsInTwoModules() {
        Map<String, Set<String>> jars = new TreeMap<>();
        for (JavaClass each : all) {
            String at = each.getSource().orElseThrow().getUri().toString();
            jars.computeIfAbsent(each.getPackageName(), added -> new TreeSet<>())
                    .add(at.substring(0, at.length() - each.getName().length() - ".class".length()));
        }
        assertThat(jars).allSatisfy((name, where) -> assertThat(where).as(name).hasSize(1));
        assertThat(new HashSet<>(jars.values())).hasSizeGreaterThan(5);
    }

    @Test
    void packagesSayTheirModule() throws IOException {
        Map<String, Set<String>> found = new TreeMap<>();
        try (Stream<Path> modules = Files.list(Path.of(".."))) {
            for (Path module : modules.filter(each -> each.getFileName().toString().startsWith("sim-")).toList()) {
                String name = module.getFileName().toString();
                for (String inIt : packagesOf(module.resolve("src/main"))) {
                    String root = ROOTS.getOrDefault(name, Set.of()).stream()
                            .filter(each -> inIt.equals(each) || inIt.startsWith(each + ".")).findAny().orElse(inIt);
                    found.computeIfAbsent(name, added -> new TreeSet<>()).add(root);
                }
            }
        }
        assertThat(found).containsExactlyInAnyOrderEntriesOf(ROOTS);
    }

    private static Set<String> packagesOf(Path sources) throws IOException {
        Set<String> packages = new TreeSet<>();
        for (String kind : new String[]{"java", "aspect"}) {
            Path root = sources.resolve(kind);
            if (Files.isDirectory(root)) {
                try (Stream<Path> files = Files.walk(root)) {
                    files.filter(each -> each.toString().matches(".*\\.(java|aj)")).forEach(
                            each -> packages.add(root.relativize(each.getParent()).toString()
                                    .replace(each.getFileSystem().getSeparator(), ".")));
                }
            }
        }
        return packages;
    }

    @Test
    void everyPackageSaysWhatItIs() throws IOException {
        Set<String> described = new TreeSet<>();
        try (Stream<Path> modules = Files.list(Path.of(".."))) {
            for (Path module : modules.filter(each -> each.getFileName().toString().startsWith("sim-")).toList()) {
                Path sources = module.resolve("src/main/java");
                if (Files.isDirectory(sources)) {
                    described.addAll(describedIn(sources));
                }
            }
        }
        assertThat(described).containsAll(all.stream().map(JavaClass::getPackageName).toList());
    }

    private static List<String> describedIn(Path sources) throws IOException {
        try (Stream<Path> files = Files.walk(sources)) {
            return files.filter(each -> each.endsWith("package-info.java"))
                    .map(each -> sources.relativize(each.getParent()).toString()
                            .replace(each.getFileSystem().getSeparator(), "."))
                    .toList();
        }
    }

    /** A room that grows past this wants to be two. */
    @Test
    void noModuleHoldsMoreThanAQuarterOfTheCode() throws IOException {
        Map<String, Long> lines = new TreeMap<>();
        try (Stream<Path> modules = Files.list(Path.of(".."))) {
            for (Path module : modules.filter(each -> each.getFileName().toString().startsWith("sim-")).toList()) {
                lines.put(module.getFileName().toString(), lines(module.resolve("src/main")));
            }
        }
        long all = lines.values().stream().mapToLong(Long::longValue).sum();
        assertThat(all).isGreaterThan(50_000);
        assertThat(lines).as("of " + all)
                .allSatisfy((module, count) -> assertThat(count).as(module).isLessThanOrEqualTo(all / 4));
    }

    private static long lines(Path sources) throws IOException {
        if (!Files.isDirectory(sources)) {
            return 0;
        }
        long count = 0;
        try (Stream<Path> files = Files.walk(sources)) {
            for (Path file : files.filter(each -> each.toString().matches(".*\\.(java|aj|js)")).toList()) {
                count += Files.readAllLines(file).size();
            }
        }
        return count;
    }

    @Test
    void annotationsUseNothing() {
        onlyUse("sim.instrumentation.annotation..", "java..");
        for (String api : PAYLOAD_API) {
            onlyUse(api, "java..", "sim.payload.embedded..", "sim.payload.injected..", "sim.payload.controller..",
                    "sim.payload.spi..");
        }
    }

    @Test
    void theModelUsesTheJdkAlone() {
        onlyUse("sim.model..", "java..");
    }

    @Test
    void theRuntimeUsesTheJdkAlone() {
        onlyUse("sim.metrics..",
                with("sim.base..", "sim.context..", "sim.model..", OPEN_API));
        onlyUse("sim.instrumentation.data..",
                with("sim.metrics..", "sim.base..", "sim.context..", "sim.model.."));
    }

    @Test
    void whatContextsAndRuntimeStandOnKnowsNeither() {
        onlyUse("sim.base.config..", with("sim.model..", OPEN_API));
        onlyUse("sim.base.name..", with("sim.model..", OPEN_API));
        for (String leaf : new String[]{"sim.base.exit..", "sim.base.failure.."}) {
            onlyUse(leaf, with("sim.model.."));
        }
        for (String ofThreads : new String[]{"sim.base.meter..", "sim.base.lending.."}) {
            onlyUse(ofThreads, with("sim.model..", "sim.base.thread.."));
        }
        onlyUse("sim.base.thread..", "java..", "sim.base.thread..");
        onlyUse("sim.base.event..", with("sim.model..", "sim.base.meter.."));
    }

    @Test
    void contextsKnowNoProbe() {
        String[] ground = with("sim.model..", "sim.base.config..", "sim.base.event..",
                "sim.base.failure..", "sim.base.lending..", "sim.base.meter..", "sim.base.name..",
                "sim.base.redact..", "sim.base.thread..", "sim.context..");
        onlyUse("sim.context..", ground);
        onlyUse("sim.context.handover..", ground);
    }

    @Test
    void theOpenApiUsesTheJdkAndNotItsProvider() {
        onlyUse(OPEN_API, "java..");
    }

    @Test
    void aspectsUseTheRuntimeAndTheAspectjRuntime() {
        onlyUse("sim.instrumentation.aop..",
                with("sim.instrumentation.annotation..", "sim.metrics..", "sim.base..", "sim.context..",
                        "sim.model..", "sim.payload.spi..", "sim.payload.embedded..",
                        "org.aspectj.lang..",
                        "org.aspectj.runtime..", "org.aspectj.internal.lang.annotation.."));
    }

    @Test
    void recordingContextsUseTheRuntimeAndFlightRecorder() {
        onlyUse("sim.jfr", with("sim.metrics..", "sim.base..", "sim.context..", "sim.model..", "jdk.jfr.."));
    }

    @Test
    void theReaderOfFlightRecordingsUsesTheModel() {
        onlyUse("sim.jfr.reader..", with("sim.model.."));
    }

    @Test
    void theRuntimeKnowsNeitherRecorderNorPlayerAndTheRecorderNoPlayer() {
        noClasses().that(areOfTheRuntime()).should().dependOnClassesThat()
                .resideInAPackage("sim.recording..").check(all);
        noClasses().that().resideInAPackage("sim.recording").should().dependOnClassesThat()
                .resideInAPackage("sim.recording.replay..").check(all);
    }

    @Test
    void theWireKnowsTheSnapshotAndNothingElse() {
        onlyUse("sim.wire.tls..", with("javax.net.ssl.."));
        onlyUse("sim.wire.totals..", with("sim.model..", "sim.wire"));
        onlyUse("sim.wire", with("sim.model..", "sim.wire.tls..", "tools.jackson.core..",
                "tools.jackson.dataformat.cbor.."));
    }

    @Test
    void noClassesOfTheWireUseOneAnotherInACircle() {
        assertThat(Circles.among(in("sim.wire"))).isEmpty();
    }

    /**
     * How the usual call reads and adds meters is in OftenMeters alone: what knows others by name would count one that is added wrongly. The other
     * classes tell of calls that are over, or ask the readings for one number.
     */
    @Test
    void noMeterIsNamedOnTheWayOfACall() {
        noClasses().that().resideInAnyPackage("sim.metrics..", "sim.context..", "sim.base.event..").and()
                .resideOutsideOfPackage("sim.metrics.openapi..").and()
                .doNotHaveSimpleName("OftenMeters").and().doNotHaveSimpleName("CallReadings").and()
                .doNotHaveSimpleName("Draining").and().doNotHaveSimpleName("Gathering").and()
                .doNotHaveSimpleName("Calibration").should()
                .accessFieldWhere(target(owner(type(Meter.class))).and(not(target(name("WALL"))))
                        .and(not(target(name("COUNT")))).and(not(target(name("SELDOM")))))
                .check(all);
    }

    /** At most five, but for two, which may only get smaller: docs/measurements/goals.md says why they are as large. */
    @Test
    void circlesOfTheRuntimesClassesAreSmall() {
        List<Set<String>> circles = Circles
                .among(in("sim.metrics", "sim.context", "sim.base", "sim.model", "org.jinspired.probes"));
        assertThat(circles).filteredOn(each -> each.size() > 5).satisfiesExactlyInAnyOrder(
                probe -> assertThat(probe).contains("sim.metrics.probe.ThreadContext").hasSizeLessThanOrEqualTo(21),
                context -> assertThat(context).contains("sim.context.Scope").hasSizeLessThanOrEqualTo(6));
    }

    private List<JavaClass> in(String... roots) {
        return all.stream().filter(each -> Stream.of(roots).anyMatch(root -> each.getPackageName().equals(root)
                || each.getPackageName().startsWith(root + "."))).toList();
    }

    /** A constant that is added between others would change what peers of other releases read. Meters travel by name. */
    @Test
    void noPositionOfAConstantIsOnTheWire() {
        noClasses().that().resideInAPackage("sim.wire..").should()
                .callMethodWhere(target(name("ordinal"))
                        .and(target(owner(resideInAPackage("sim..").and(not(type(Meter.class)))))))
                .check(all);
    }

    @Test
    void theCollectorSeesTheRuntimeThroughItsSpi() {
        onlyUse("sim.collector..", with("sim.wire..", "sim.metrics.spi..", "sim.model..",
                "sim.base.config..", "sim.base.exit..", "sim.base.failure..", "sim.base.meter..",
                "sim.base.name..", "sim.base.thread..", "tools.jackson.core..", "tools.jackson.dataformat.cbor..",
                "javax.net.ssl.."));
        noClasses().that().resideInAnyPackage("sim.metrics..", "sim.base..", "sim.context..", "sim.instrumentation..")
                .should().dependOnClassesThat()
                .resideInAnyPackage("sim.collector..", "sim.wire..").check(all);
    }

    @Test
    void theServerKnowsTheWireAndTheSnapshotModel() {
        noClasses().that().resideInAnyPackage("sim.server..", "sim.store..").should().dependOnClassesThat()
                .resideInAnyPackage("sim.collector", "sim.collector.platform..", "sim.recording",
                        "sim.instrumentation..", OPEN_API, "sim.jfr")
                .check(all);
        noClasses().that().resideInAnyPackage("sim.server..", "sim.store..").should()
                .dependOnClassesThat(areOfTheRuntime()).check(all);
        noClasses().that().resideInAnyPackage("sim.server..", "sim.store..").and()
                .resideOutsideOfPackage("sim.server.cli..").should()
                .dependOnClassesThat().resideInAPackage("sim.recording.replay..").check(all);
        noClasses().that().resideInAPackage("sim.server.*..").should().dependOnClassesThat()
                .resideInAPackage("sim.server").check(all);
    }

    @Test
    void exportsKnowTheWireAndNoServer() {
        onlyUse("sim.export..", "java..", "sim.model..", "sim.wire..", "org.slf4j..",
                "tools.jackson.core..", "io.prometheus..", "io.opentelemetry..");
    }

    @Test
    void onlyTheStoreAndItsAnswersKnowJdbc() {
        noClasses().that().resideInAnyPackage("sim.server..", "sim.store..")
                .and().resideOutsideOfPackages("sim.store..", "sim.server.query..").should()
                .dependOnClassesThat().resideInAPackage("java.sql..").check(all);
        noClasses().that().haveFullyQualifiedName("sim.store.Store")
                .or().haveFullyQualifiedName("sim.server.query.Answers")
                .or().haveFullyQualifiedName("sim.server.query.Questions").should()
                .dependOnClassesThat().resideInAPackage("java.sql..").check(all);
    }

    private static DescribedPredicate<JavaClass> areOfTheRuntime() {
        return resideInAnyPackage("sim.metrics..", "sim.base..", "sim.context..");
    }

    private void onlyUse(String packages, String... allowed) {
        String[] self = java.util.Arrays.copyOf(allowed, allowed.length + 1);
        self[allowed.length] = packages;
        classes().that().resideInAPackage(packages).should().onlyDependOnClassesThat().resideInAnyPackage(self)
                .check(all);
    }

    private static String[] with(String... packages) {
        String[] all = java.util.Arrays.copyOf(JDK, JDK.length + packages.length);
        System.arraycopy(packages, 0, all, JDK.length, packages.length);
        return all;
    }
}
