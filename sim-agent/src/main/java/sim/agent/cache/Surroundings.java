package sim.agent.cache;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.net.URI;
import java.security.CodeSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import sim.base.config.EarlyFile;

/**
 * Identifies what weaving depends on in addition to the class and its loader: the JVM and its modules, those of its arguments that say what it
 * sees, the weaver's own properties and the configurations that they name, the other agents with what they are told, and SIM itself, whose jar is
 * one of the agents.
 */
final class Surroundings {
    private static final String CONFIGURATIONS = "org.aspectj.weaver.loadtime.configuration";
    private static final String[] WEAVERS = {"aj.", "aj5.", "aspectj.", "org.aspectj."};
    /** Properties that ask the weaver to print what it does. Then it must weave. */
    private static final String[] ASKED = {"aj5.", "aj.weaving.verbose", "org.aspectj.weaver.showWeaveInfo",
            "org.aspectj.tracing.enabled", "org.aspectj.tracing.messages", "org.aspectj.weaver.tools.tracing"};
    private static final String OWN_TRACES = "org.aspectj.tracing.factory";
    private static final String AGENT = "-javaagent:";
    /** Agents of native code. */
    private static final String[] NATIVE = {"-agentlib:", "-agentpath:", "-Xrun"};
    /** Agents that change none of the program's classes, and that development environments give another port or file at each start. */
    private static final String[] TOLD_A_PORT = {"-agentlib:jdwp", "-Xrunjdwp", "idea_rt.jar", "debugger-agent.jar"};
    /** Properties that say which class of a jar is taken, and which jars: the JDK reads them once. */
    private static final String[] OF_JARS = {"jdk.util.jar.", "jdk.net.URLClassPath.", "sun.misc.URLClassPath."};
    /** Arguments that change what the boot loader or modules contain. */
    private static final String[] SEEING = {"-Xbootclasspath", "--limit-modules", "--add-modules",
            "--upgrade-module-path"};
    /** The modules that the JVM was started with. The main module decides which of those on the module path they are. */
    private static final String MODULES = modules();
    private static final String PATCH = "--patch-module";
    private static final String BOOT = "-Xbootclasspath/a:";
    private static final String UPGRADES = "--upgrade-module-path=";

    private final List<String> arguments;
    /**
     * Stands for the files that the JVM itself and its agents are in, as they were at the start: while the program runs, somebody may write
     * other versions over them. Null if they cannot be read.
     */
    private final Long opened;

    /**
     * @param arguments the arguments of the JVM
     */
    Surroundings(List<String> arguments) {
        this(arguments, new File(System.getProperty("java.home")));
    }

    /**
     * @param home the JVM's
     */
    Surroundings(List<String> arguments, File home) {
        this.arguments = arguments;
        opened = opened(home);
    }

    private static String modules() {
        Object[] modules = ModuleLayer.boot().modules().toArray();
        String[] names = new String[modules.length];
        for (int i = 0; i < names.length; i++) {
            names[i] = ((Module) modules[i]).getName();
        }
        Arrays.sort(names);
        return String.join(" ", names);
    }

    private Long opened(File home) {
        try {
            Fingerprint print = new Fingerprint().add(MODULES);
            File image = new File(home, "lib/modules");
            print.add(image.length()).add(image.lastModified());
            File release = new File(home, "release"); // names the modules of an image, also where its time is fixed
            print.add(release.isFile() ? Fingerprint.of(EarlyFile.bytes(release.toPath())) : 0);
            addProperties(print, OF_JARS);
            for (String each : arguments) {
                if (each.startsWith(AGENT)) {
                    addAgent(print, each);
                } else if (begins(each, NATIVE) && !begins(each, TOLD_A_PORT)) {
                    print.add(each);
                } else if (each.startsWith(BOOT)) {
                    for (String entry : each.substring(BOOT.length()).split(File.pathSeparator)) {
                        print.add(new Contents().of(new File(entry)));
                    }
                } else if (each.startsWith(UPGRADES)) {
                    for (File module : Contents.modules(each.substring(UPGRADES.length()))) {
                        print.add(new Contents().of(module));
                    }
                }
            }
            return print.value();
        } catch (IOException unreadable) {
            return null;
        }
    }

    /** What another agent is told may decide what it makes of classes before SIM sees them. */
    private static void addAgent(Fingerprint print, String argument) throws IOException {
        int equals = argument.indexOf('=');
        int end = equals < 0 ? argument.length() : equals;
        File jar = new File(argument.substring(AGENT.length(), end));
        print.add(Jar.read(jar).print());
        boolean isToldAPort = Arrays.asList(TOLD_A_PORT).contains(jar.getName());
        if (!isToldAPort && !jar.getCanonicalFile().equals(own())) {
            print.add(argument.substring(end));
        }
    }

    /** SIM's own jar: of what it is told, what weaving depends on is in properties. */
    private static File own() throws IOException {
        CodeSource source = Surroundings.class.getProtectionDomain().getCodeSource();
        return source == null || source.getLocation() == null
                ? null
                : Place.of(source.getLocation().toString()).file().getCanonicalFile();
    }

    private static boolean begins(String text, String... beginnings) {
        for (String each : beginnings) {
            if (text.startsWith(each)) {
                return true;
            }
        }
        return false;
    }

    private static void addProperties(Fingerprint print, String... prefixes) {
        for (String each : new TreeSet<>(System.getProperties().stringPropertyNames())) {
            if (begins(each, prefixes)) {
                print.add(each).add(System.getProperty(each, ""));
            }
        }
    }

    /** The present value. The program may set a property of the weaver, so it is computed for each loader. */
    long value() throws IOException {
        if (opened == null) {
            throw new Sight.Unknown();
        }
        Fingerprint print = new Fingerprint().add(opened);
        for (String each : List.of("java.vm.name", "java.vm.vendor", "java.vm.version", "java.runtime.version")) {
            print.add(System.getProperty(each, ""));
        }
        for (String each : arguments) {
            if (each.startsWith(PATCH)) {
                throw new Sight.Unknown();
            }
            for (String seeing : SEEING) {
                if (each.startsWith(seeing)) {
                    print.add(each);
                }
            }
        }
        addProperties(print);
        return print.value();
    }

    private static void addProperties(Fingerprint print) throws IOException {
        Map<String, String> properties = new TreeMap<>();
        for (String each : System.getProperties().stringPropertyNames()) {
            for (String prefix : WEAVERS) {
                if (each.startsWith(prefix) && !each.equals(CONFIGURATIONS) && !each.equals(OWN_TRACES)) {
                    properties.put(each, System.getProperty(each, ""));
                }
            }
        }
        for (Map.Entry<String, String> each : properties.entrySet()) {
            for (String asked : ASKED) {
                if (each.getKey().startsWith(asked)) {
                    throw new Sight.Unknown();
                }
            }
            print.add(each.getKey()).add(each.getValue());
        }
        addConfigurations(print);
    }

    /** Adds the configurations that the property names: files by their content. Resources are part of what the loader sees. */
    private static void addConfigurations(Fingerprint print) throws IOException {
        for (String each : System.getProperty(CONFIGURATIONS, "").split(";")) {
            if (!each.startsWith("file:")) {
                if (!each.isEmpty() && !each.endsWith(".xml")) {
                    throw new Sight.Unknown();
                }
                print.add(each);
                continue;
            }
            try {
                byte[] content = EarlyFile.bytes(Path.of(URI.create(each)));
                print.add("file").add(Fingerprint.of(content));
            } catch (IOException | RuntimeException unreadable) {
                throw new Sight.Unknown();
            }
        }
    }
}
