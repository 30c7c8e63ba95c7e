package sim.bench;

import static sim.bench.Subject.Group.FLOOR;
import static sim.bench.Subject.Group.PEER;
import static sim.bench.Subject.Group.SIM;

import java.util.ArrayList;
import java.util.List;

/** Everything that is measured: to add a case, add a line. */
final class Subjects {
    static final String BARE = "bare";
    static final String NANO_FLOOR = "floor: two nanoTime";
    static final String TICK_FLOOR = "floor: two tick-counter reads";
    static final String CPU_FLOOR = "floor: two nanoTime, two thread-CPU reads";
    static final String BEANS = "14 measures by MXBeans";
    static final String WEAVER = "aspectjweaver alone";
    static final String EMPTY_ASPECT = "aspectjweaver with one empty aspect";
    static final String DISABLED = "SIM, disabled";
    static final String HOTSPOT = "SIM, hotspot-disabled (as it comes)";
    static final String WALL = "SIM, wall aggregate";
    static final String ALL = "SIM, all 14 measures";
    static final String EXACT = "SIM, all 14 measures, cpu=exact";
    static final String SECOND = "SIM, wall aggregate, second start";
    static final String SECOND_ALL = "SIM, all 14 measures, second start";
    static final String AHEAD = "SIM, wall aggregate, woven ahead of time, no agent";
    static final String KEPT = "SIM, every call kept and shipped";
    static final String PLAIN_DISABLED = "SIM with the plain weaver, disabled";
    static final String PLAIN_HOTSPOT = "SIM with the plain weaver, hotspot-disabled";
    static final String KIEKER_DROPPED = "Kieker ByteBuddy, metered and dropped";
    static final String KIEKER_FILE = "Kieker ByteBuddy, binary file";
    static final String OTEL = "OpenTelemetry methods.include, no exporter";
    static final String OTEL_OTLP = "OpenTelemetry methods.include, OTLP to a local sink";
    static final String MICROMETER = "Micrometer Timer";

    private static final String SIM_AGENT = "-javaagent:{root}/sim-agent/target/sim-agent.jar=application=bench,"
            + "server={sim},aop={root}/benchmarks/src/main/aop/sim.xml,weave.cache=";
    /** Else calls as short as these would switch their probes off. */
    private static final String METERED = ",hotspot.enabled=false";
    private static final String WEAVING = "-Dorg.aspectj.weaver.loadtime.configuration=";
    private static final String AOP = "file:{root}/benchmarks/src/main/aop/";
    private static final String PLAIN_WEAVER = "-javaagent:{lib:aspectjweaver}";
    private static final String[] SIM_JARS = {"sim-annotations", "sim-model", "sim-base", "sim-context", "sim-metrics",
            "sim-payload",
            "sim-aspects", "sim-wire",
            "sim-collector",
            "jackson-core", "jackson-dataformat-cbor", "aspectjweaver"};
    private static final String[] MICROMETER_JARS = {"micrometer-core", "micrometer-commons", "micrometer-observation",
            "HdrHistogram", "jspecify"};

    /** As Kieker's own benchmark, MooBench, runs it. */
    private static final String[] KIEKER = {"-Dkieker.monitoring.name=bench",
            "-Dkieker.monitoring.adaptiveMonitoring.enabled=false",
            "-Dkieker.monitoring.periodicSensorsExecutorPoolSize=0",
            "--add-opens=java.base/java.lang=ALL-UNNAMED"};
    private static final String KIEKER_WRITER = "-Dkieker.monitoring.writer=kieker.monitoring.writer.";
    private static final String CLASSES = "workload.Recursion;shop.etl.Parser;shop.etl.Pricing;"
            + "com.puppycrawl.tools.checkstyle.Checker;com.puppycrawl.tools.checkstyle.TreeWalker";

    /** It takes no wildcards. */
    private static final String OTEL_METHODS = "workload.Recursion[call];shop.etl.Parser[parse,order,number];"
            + "shop.etl.Pricing[discounted,depth,loyalty];com.puppycrawl.tools.checkstyle.Checker[acceptFileStarted,"
            + "addFileSetCheck,addFilter,addListener,destroy,finishLocalSetup,fireAuditFinished,fireAuditStarted,"
            + "fireErrors,fireFileFinished,fireFileStarted,getExternalResourceLocations,process,processFile,"
            + "processFiles,setupChild];com.puppycrawl.tools.checkstyle.TreeWalker[createNewCheckSortedSet,destroy,"
            + "finishLocalSetup,getExternalResourceLocations,getFilteredViolations,getListOfChecks,notifyBegin,"
            + "notifyEnd,notifyLeave,notifyVisit,processFiltered,processIter,registerCheck,setupChild,walk]";
    private static final String OTEL_AGENT = "-javaagent:{agent:opentelemetry-javaagent}";
    private static final String[] OTEL_SILENT = {"-Dotel.traces.exporter=none", "-Dotel.metrics.exporter=none",
            "-Dotel.logs.exporter=none"};

    private Subjects() {}

    static List<Subject> all() {
        return List.of(
                Subject.of(FLOOR, BARE).keyed().startsUp(),
                Subject.of(FLOOR, NANO_FLOOR).calls("workload.hand.NanoTimes").keyed(),
                Subject.of(FLOOR, TICK_FLOOR).calls("workload.hand.Ticks")
                        .jvm("--add-exports=jdk.jfr/jdk.jfr.internal=ALL-UNNAMED"),
                Subject.of(FLOOR, CPU_FLOOR).calls("workload.hand.CpuTimes").keyed(),
                Subject.of(FLOOR, BEANS).calls("workload.hand.Beans"),
                Subject.of(FLOOR, WEAVER).calls(null).jvm(PLAIN_WEAVER, WEAVING + AOP + "none.xml").startsUp(),
                Subject.of(FLOOR, EMPTY_ASPECT).calls(null).with("aspectjweaver")
                        .jvm(PLAIN_WEAVER, WEAVING + AOP + "nothing.xml").startsUp(),

                sim(DISABLED, ",enabled=false").startsUp(),
                sim(HOTSPOT, ""),
                sim(WALL, ",meters=wall" + METERED).keyed().startsUp(),
                sim("SIM, CPU profile", ",meters=thread.cpu" + METERED),
                sim(ALL, METERED).keyed().startsUp(),
                second(SECOND, ",meters=wall" + METERED),
                second(SECOND_ALL, METERED),
                Subject.of(SIM, AHEAD).calls(null).jvm("-Dsim.server={sim}", "-Dsim.application=bench",
                        "-Dsim.meters=wall", "-Dsim.hotspot.enabled=false").keyed().startsUp(),
                sim(EXACT, ",cpu=exact" + METERED),
                sim(KEPT, ",meters=wall,events=all" + METERED).keyed(),
                plain(PLAIN_DISABLED).jvm("-Dsim.enabled=false"),
                plain(PLAIN_HOTSPOT),
                plain("SIM with the plain weaver, wall aggregate")
                        .jvm("-Dsim.meters=wall", "-Dsim.hotspot.enabled=false").startsUp(),
                byHand("SIM by hand, MethodProbe, wall aggregate", "workload.hand.SimProbe"),
                byHand("SIM by hand, Open API, wall aggregate", "workload.hand.OpenApiProbe"),

                kiekerAspectj("Kieker AspectJ, off").jvm("-Dkieker.monitoring.enabled=false",
                        KIEKER_WRITER + "dump.DumpWriter"),
                kiekerAspectj("Kieker AspectJ, metered and dropped").jvm(dropped()),
                kiekerAspectj("Kieker AspectJ, binary file").jvm(binaryFile()).startsUp(),
                kiekerAspectj("Kieker AspectJ, TCP to a reader").jvm(tcp()),
                kiekerByteBuddy("Kieker ByteBuddy, off").jvm("-Dkieker.monitoring.enabled=false",
                        KIEKER_WRITER + "dump.DumpWriter"),
                kiekerByteBuddy(KIEKER_DROPPED).jvm(dropped()),
                kiekerByteBuddy(KIEKER_FILE).jvm(binaryFile()).keyed().startsUp(),
                kiekerByteBuddy("Kieker ByteBuddy, TCP to a reader").jvm(tcp()),

                Subject.of(PEER, OTEL).jvm(OTEL_AGENT, "-Dotel.instrumentation.methods.include=" + OTEL_METHODS)
                        .jvm(OTEL_SILENT).keyed().startsUp(),
                Subject.of(PEER, OTEL_OTLP)
                        .jvm(OTEL_AGENT, "-Dotel.instrumentation.methods.include=" + OTEL_METHODS,
                                "-Dotel.exporter.otlp.endpoint={otlp}")
                        .startsUp(),
                Subject.of(PEER, "OpenTelemetry @WithSpan, no exporter").calls("workload.SpanRecursion")
                        .with("opentelemetry-instrumentation-annotations", "opentelemetry-api", "opentelemetry-context",
                                "opentelemetry-common")
                        .jvm(OTEL_AGENT).jvm(OTEL_SILENT),

                Subject.of(PEER, MICROMETER).calls("workload.hand.MicrometerTimer").with(MICROMETER_JARS).keyed(),
                Subject.of(PEER, "Micrometer TimedAspect, woven").calls("workload.TimedRecursion").with(MICROMETER_JARS)
                        .with("aspectjweaver").jvm(PLAIN_WEAVER, WEAVING + AOP + "micrometer.xml"),
                Subject.of(PEER, "Dropwizard Timer").calls("workload.hand.DropwizardTimer").with("metrics-core",
                        "slf4j-api"),

                Subject.of(PEER, "Elastic APM agent, no server").jvm("-javaagent:{agent:elastic-apm-agent}",
                        "-Delastic.apm.service_name=bench",
                        "-Delastic.apm.trace_methods=workload.Recursion#call,shop.etl.Parser#*,shop.etl.Pricing#*,"
                                + "com.puppycrawl.tools.checkstyle.Checker#*,com.puppycrawl.tools.checkstyle.TreeWalker#*")
                        .startsUp(),
                Subject.of(PEER, "Datadog agent, no server").jvm("-javaagent:{agent:dd-java-agent}",
                        "-Ddd.service=bench",
                        "-Ddd.trace.methods=workload.Recursion[call];shop.etl.Parser[*];shop.etl.Pricing[*];"
                                + "com.puppycrawl.tools.checkstyle.Checker[*];com.puppycrawl.tools.checkstyle.TreeWalker[*]")
                        .startsUp(),

                Subject.of(PEER, "JFR method timing")
                        .jvm("-XX:StartFlightRecording:filename={scratch}/timing.jfr,method-timing="
                                + CLASSES)
                        .from(25).keyed().startsUp(),
                Subject.of(PEER, "JFR event by hand").calls("workload.hand.FlightEvent")
                        .jvm("-XX:StartFlightRecording:filename={scratch}/event.jfr"));
    }

    /** What all measures are compared with. */
    static boolean isOfAllMeasures(Subject subject) {
        return List.of(BARE, NANO_FLOOR, CPU_FLOOR, BEANS, WALL, ALL, EXACT, KIEKER_DROPPED).contains(subject.name());
    }

    static Subject named(String name) {
        return all().stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
    }

    /** Its aspects for JDBC, with records that are made and thrown away. */
    static String[] kiekerStatements() {
        List<String> all = new ArrayList<>(List.of("-javaagent:{agent:kieker-2.0.2-aspectj}",
                "-Dkieker.monitoring.skipDefaultAOPConfiguration=true", WEAVING + AOP + "kieker-sql.xml"));
        all.addAll(List.of(KIEKER));
        all.addAll(List.of(dropped()));
        return all.toArray(String[]::new);
    }

    static String[] otelSilent() {
        return OTEL_SILENT.clone();
    }

    private static Subject sim(String name, String options) {
        return Subject.of(SIM, name).jvm(SIM_AGENT + "off" + options);
    }

    /** With the classes an earlier start has kept. */
    private static Subject second(String name, String options) {
        return Subject.of(SIM, name).calls(null).jvm(SIM_AGENT + "{cache}" + options).keyed().startsUp();
    }

    private static Subject byHand(String name, String shape) {
        return Subject.of(SIM, name).calls(shape)
                .with("sim-model", "sim-base", "sim-context", "sim-metrics", "sim-wire", "sim-collector",
                        "jackson-core",
                        "jackson-dataformat-cbor")
                .jvm("-Dsim.server={sim}", "-Dsim.application=bench", "-Dsim.meters=wall",
                        "-Dsim.hotspot.enabled=false");
    }

    private static Subject plain(String name) {
        return Subject.of(SIM, name).with(SIM_JARS).jvm(PLAIN_WEAVER, WEAVING + "META-INF/aop.xml;" + AOP + "sim.xml",
                "-Dsim.server={sim}", "-Dsim.application=bench");
    }

    private static Subject kiekerAspectj(String name) {
        return Subject.of(PEER, name)
                .jvm("-javaagent:{agent:kieker-2.0.2-aspectj}", "-Dkieker.monitoring.skipDefaultAOPConfiguration=true",
                        WEAVING + AOP + "kieker.xml")
                .jvm(KIEKER);
    }

    private static Subject kiekerByteBuddy(String name) {
        return Subject.of(PEER, name).jvm("-javaagent:{agent:kieker-2.0.2-bytebuddy}").jvm(KIEKER)
                .environment("KIEKER_SIGNATURES_INCLUDE", CLASSES);
    }

    private static String[] dropped() {
        return new String[]{"-Dkieker.monitoring.enabled=true", KIEKER_WRITER + "dump.DumpWriter",
                "-Dkieker.monitoring.core.controller.WriterController.RecordQueueFQN="
                        + "kieker.monitoring.writer.dump.DumpQueue"};
    }

    private static String[] binaryFile() {
        return new String[]{"-Dkieker.monitoring.enabled=true", KIEKER_WRITER + "filesystem.FileWriter",
                "-Dkieker.monitoring.writer.filesystem.FileWriter.logStreamHandler="
                        + "kieker.monitoring.writer.filesystem.BinaryLogStreamHandler",
                "-Dkieker.monitoring.writer.filesystem.FileWriter.bufferSize=8192",
                "-Dkieker.monitoring.writer.filesystem.FileWriter.customStoragePath={scratch}"};
    }

    private static String[] tcp() {
        return new String[]{KIEKER_WRITER + "tcp.SingleSocketTcpWriter",
                "-Dkieker.monitoring.writer.tcp.SingleSocketTcpWriter.port={kieker}"};
    }
}
