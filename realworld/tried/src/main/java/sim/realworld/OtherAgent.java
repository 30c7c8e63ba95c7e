package sim.realworld;

import java.util.List;

/**
 * An agent of others that is in the command line with SIM's.
 *
 * @param name       its jar in {@code realworld/agents}
 * @param argument   what its jar is given; empty for nothing
 * @param properties options of the JVM for it: that it sends nothing anywhere
 * @param own        how its own lines on standard output begin; null if it prints none
 */
record OtherAgent(String name, String argument, List<String> properties, String own) {
    /** Stands for SIM's own jar: the agent given twice. */
    static final String SIM = "sim-agent";

    private static final List<OtherAgent> ALL = List.of(of("aspectjweaver", ""),
            of("opentelemetry-javaagent", "", "-Dotel.traces.exporter=none", "-Dotel.metrics.exporter=none",
                    "-Dotel.logs.exporter=none"),
            of("elastic-apm-agent", "", "-Delastic.apm.disable_send=true", "-Delastic.apm.log_level=OFF"),
            new OtherAgent("dd-java-agent", "",
                    List.of("-Ddd.trace.startup.logs=false", "-Ddd.jmxfetch.enabled=false",
                            "-Ddd.instrumentation.telemetry.enabled=false", "-Ddd.remote_config.enabled=false",
                            "-Ddatadog.slf4j.simpleLogger.defaultLogLevel=off"),
                    "[dd.trace"),
            of("org.jacoco.agent", "destfile=jacoco.exec"), of("byteman", "script:@/rule.btm"),
            new OtherAgent("hotswap-agent", "", List.of(), "HOTSWAP AGENT"), of(SIM, ""));

    static List<OtherAgent> all() {
        return ALL;
    }

    static OtherAgent named(String name) {
        return ALL.stream().filter(agent -> agent.name.equals(name)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no agent '" + name + "'; there are "
                        + ALL.stream().map(OtherAgent::name).toList()));
    }

    /** What the program printed: without the agent's own lines, whose times differ. */
    String withoutOwn(String output) {
        return own == null
                ? output
                : output.lines().filter(line -> !line.startsWith(own)).reduce("", (all, line) -> all + line + "\n");
    }

    private static OtherAgent of(String name, String argument, String... properties) {
        return new OtherAgent(name, argument, List.of(properties), null);
    }
}
