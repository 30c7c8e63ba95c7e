package sim.agent;

/** What {@code java -jar sim-agent.jar} prints: the version, and how the jar is used. */
public final class About {
    private About() {}

    public static void main(String[] arguments) {
        String version = About.class.getPackage().getImplementationVersion();
        System.out.println("sim-agent " + (version == null ? "of a build without a version" : version)
                + System.lineSeparator()
                + "Use it as an agent: java -javaagent:sim-agent.jar=application=shop,server=127.0.0.1:7420 -jar shop.jar");
    }
}
