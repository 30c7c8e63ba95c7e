package sim.wire;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import sim.model.snapshot.Meter;
import sim.model.text.Text;

/**
 * The collector's first frame.
 *
 * @param version the wire's version
 * @param application the name users know
 * @param instance unique for this JVM's life
 * @param secret random; only who says the same secret is taken for the same instance. Never shown
 * @param host where it runs
 * @param pid the process there
 * @param jvm the JVM's name and version
 * @param startMicros when the JVM started, microseconds since the epoch
 * @param showsDisabled whether names the hotspot extension switched off are shown where nobody asks
 * @param meters the meters of its batches by number: the built-in ones, then those of extensions
 * @param sections the sections of its batches by number
 * @param token what lets it in where the server asks for one; empty for none. Never shown
 * @param programVersion the version of the program that runs there; empty where it is not known
 * @param agentVersion the version of SIM there; empty of one that does not say it
 */
public record Hello(int version, String application, String instance, String secret, String host, long pid,
        String jvm, long startMicros, boolean showsDisabled, List<MeterEntry> meters, List<String> sections,
        String token, String programVersion, String agentVersion)
        implements
            WireFrame {
    /** A hello without a token, of a program and an agent whose versions are not known. */
    public Hello(int version, String application, String instance, String secret, String host, long pid, String jvm,
            long startMicros, boolean showsDisabled, List<MeterEntry> meters, List<String> sections) {
        this(version, application, instance, secret, host, pid, jvm, startMicros, showsDisabled, meters, sections, "",
                "", "");
    }

    /** A hello without a secret: whoever names the instance is taken for it. */
    public Hello(int version, String application, String instance, String host, long pid, String jvm,
            long startMicros, boolean showsDisabled, List<String> extraMeters) {
        this(version, application, instance, "", host, pid, jvm, startMicros, showsDisabled, meters(extraMeters),
                ownSections());
    }

    /** The built-in meters, then meters of extensions with these labels. */
    public static List<MeterEntry> meters(List<String> extraMeters) {
        List<MeterEntry> meters = new ArrayList<>();
        for (Meter meter : Meter.values()) {
            meters.add(new MeterEntry(meter.label(), meter.unit()));
        }
        Set<String> labels = new HashSet<>();
        meters.forEach(meter -> labels.add(meter.label()));
        for (String extra : extraMeters) {
            String label = Text.cut(extra.isBlank() ? "meter" : extra, Wire.LONGEST_NAME);
            if (!labels.add(label)) {
                label = "meter " + meters.size(); // two have one name: with a number the server can distinguish them
                labels.add(label);
            }
            meters.add(new MeterEntry(label, "count"));
        }
        return meters;
    }

    /** The names of the sections of this version. */
    public static List<String> ownSections() {
        return Sections.ALL.stream().<String>map(Section::name).toList();
    }

    /** The labels of the meters that are not built in here, in the order of their numbers after the built-in ones. */
    public List<String> extraMeters() {
        return meters.stream().map(MeterEntry::label).filter(label -> Meter.labelled(label) == null).toList();
    }

    /** The same hello with that token. */
    public Hello with(String itsToken) {
        return new Hello(version, application, instance, secret, host, pid, jvm, startMicros, showsDisabled, meters,
                sections, itsToken, programVersion, agentVersion);
    }

    /** The same hello of a program of that version. */
    public Hello ofProgram(String itsVersion) {
        return new Hello(version, application, instance, secret, host, pid, jvm, startMicros, showsDisabled, meters,
                sections, token, itsVersion, agentVersion);
    }

    /** The same hello of an agent of that version. */
    public Hello ofAgent(String itsVersion) {
        return new Hello(version, application, instance, secret, host, pid, jvm, startMicros, showsDisabled, meters,
                sections, token, programVersion, itsVersion);
    }

    /** Leaves secret and token out. */
    @Override
    public String toString() {
        return "Hello[" + application + ", " + instance + ", version " + version + "]";
    }
}
