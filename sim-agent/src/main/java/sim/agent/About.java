package sim.agent;

import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import sim.agent.ahead.WeaveCommand;
import sim.agent.attach.AttachCommand;

/**
 * The agent's jar as a program. {@code java -jar sim-agent.jar} prints the version and how to use the jar. With {@code attach} or {@code
 * detach}, it adds SIM to a running JVM or removes it; with {@code script}, it adds payload probes to one; with {@code weave}, it weaves a
 * jar.
 */
public final class About {
    private About() {}

    public static void main(String[] arguments) throws URISyntaxException {
        if (arguments.length > 0 && List.of("attach", "detach", "script").contains(arguments[0])) {
            System.exit(attach(arguments));
        }
        if (arguments.length > 0 && arguments[0].equals("weave")) {
            System.exit(new WeaveCommand(System.out, System.err)
                    .run(java.util.Arrays.copyOfRange(arguments, 1, arguments.length)));
        }
        String version = About.class.getPackage().getImplementationVersion();
        System.out.println("sim-agent " + (version == null ? "of a build without a version" : version)
                + System.lineSeparator()
                + "Use it as an agent: java -javaagent:sim-agent.jar=application=shop,server=127.0.0.1:7420 -jar shop.jar"
                + System.lineSeparator()
                + "or in a JVM that runs: java -jar sim-agent.jar attach PID application=shop" + System.lineSeparator()
                + "or before it starts: java -jar sim-agent.jar weave shop.jar --aop aop.xml -o woven.jar");
    }

    private static int attach(String[] arguments) throws URISyntaxException {
        Path jar = Path.of(About.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        try {
            return new AttachCommand(System.out, System.err, jar).run(arguments[0],
                    java.util.Arrays.copyOfRange(arguments, 1, arguments.length));
        } catch (NoClassDefFoundError noJdk) {
            System.err.println("sim: this Java has no module jdk.attach; use a JDK's");
            return 1;
        }
    }
}
