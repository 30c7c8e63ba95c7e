package sim.collector;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;
import sim.base.config.Option;
import sim.base.config.Options;
import sim.base.name.Chance;
import sim.metrics.spi.SnapshotSource;
import sim.model.text.Text;
import sim.wire.Hello;
import sim.wire.OneLine;
import sim.wire.Wire;
import sim.wire.tls.ClearText;
import sim.wire.tls.TokenText;

/** The facts that this JVM sends about itself when it connects. Called on the shipper's thread, because names and beans take 20 ms at first. */
final class Introduction {
    private Introduction() {}

    static Hello hello(Options options, SnapshotSource source, String host) {
        RuntimeMXBean jvm = ManagementFactory.getRuntimeMXBean();
        return new Hello(Wire.VERSION, name(options.text(Option.APPLICATION)), Chance.uuid().toString(), secret(),
                name(host), jvm.getPid(), name(jvm.getVmName() + " " + jvm.getVmVersion()),
                jvm.getStartTime() * 1000,
                options.isOn(Option.HOTSPOT_SHOW), Hello.meters(source.extraMeters()), Hello.ownSections())
                .ofProgram(name(version(options.text(Option.VERSION)))).ofAgent(agentVersion());
    }

    /** As the agent's jar says it. */
    private static String agentVersion() {
        String version = Introduction.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }

    /** As a server takes it: without control characters. */
    private static String name(String text) {
        String name = Text.name(text);
        return OneLine.hasControl(name) ? OneLine.of(name, Text.LONGEST_NAME) : name;
    }

    private static String version(String option) {
        return option.isEmpty() ? ProgramVersion.ofMain() : option;
    }

    /** The token that lets it in; read at each connection, so that a new one takes effect. */
    static String token(Options options, Notices notices) throws IOException {
        String token = TokenText.read(options.text(Option.TOKEN_FILE));
        if (!token.isEmpty() && !options.isEncrypted(Option.SERVER)
                && ClearText.leavesTheMachine(options.host(Option.SERVER))) {
            notices.say("clear", "the token goes to the agent server in clear text; write server=tls://"
                    + options.text(Option.SERVER) + " if that one has TLS");
        }
        return token;
    }

    /** The secret: 122 random bits. */
    private static String secret() {
        return Chance.uuid().toString();
    }
}
