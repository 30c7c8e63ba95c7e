package sim.collector;

import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;
import sim.collector.wire.Hello;
import sim.collector.wire.Wire;
import sim.metrics.config.Option;
import sim.metrics.config.Options;
import sim.metrics.name.Chance;
import sim.metrics.snapshot.Text;
import sim.metrics.spi.SnapshotSource;

/** The facts that this JVM sends about itself when it connects. Called on the shipper's thread, because names and beans take 20 ms at first. */
final class Introduction {
    private Introduction() {}

    static Hello hello(Options options, SnapshotSource source, String host) {
        RuntimeMXBean jvm = ManagementFactory.getRuntimeMXBean();
        return new Hello(Wire.VERSION, options.text(Option.APPLICATION), Chance.uuid().toString(), secret(),
                Text.name(host), jvm.getPid(), Text.name(jvm.getVmName() + " " + jvm.getVmVersion()),
                jvm.getStartTime() * 1000,
                options.isOn(Option.HOTSPOT_SHOW), Hello.meters(source.extraMeters()), Hello.ownSections());
    }

    /** The secret: 122 random bits. */
    private static String secret() {
        return Chance.uuid().toString();
    }
}
