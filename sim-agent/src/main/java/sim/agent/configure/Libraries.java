package sim.agent.configure;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import sim.base.config.OptionException;

/**
 * The probes for libraries. Each is switched on by a word, as in {@code libraries=jdbc+http}. A word stands for a weaver configuration in
 * the agent's jar. If the application's configurations name packages, a second configuration adds the library's packages. If they name none,
 * everything is woven anyway.
 */
public final class Libraries {
    static final String FOLDER = "META-INF/sim/";
    /** The end of a configuration's name that adds a library's packages. */
    static final String INCLUDED = "-included.xml";
    private static final String AUTO = "auto";
    /** By word: the name of the library's jar, and one of its classes. What is in the JDK has neither. */
    private static final Map<String, Marks> KNOWN = new TreeMap<>(Map.of("jdbc", Marks.OF_THE_JDK, "http",
            Marks.OF_THE_JDK, "jdk-http", Marks.OF_THE_JDK, "tasks", Marks.OF_THE_JDK, "apache-http",
            new Marks("httpclient5-", "org/apache/hc/client5/http/classic/HttpClient.class"), "okhttp",
            new Marks("okhttp-", "okhttp3/OkHttpClient.class"), "kafka",
            new Marks("kafka-clients-", "org/apache/kafka/clients/producer/KafkaProducer.class")));

    /** By word: an injected probe for calls of the JDK. {@code auto} does not include these, because every program reads files. */
    private static final Map<String, String> INJECTED = new TreeMap<>(
            Map.of("files", "sim.payload.library.files.FileProbe", "sockets", "sim.payload.library.sockets.SocketProbe",
                    "processes", "sim.payload.library.processes.ProcessProbe"));

    private Libraries() {}

    /** The injected probes of these words. */
    public static List<String> probes(List<String> words) {
        return words.stream().filter(INJECTED::containsKey).map(INJECTED::get).toList();
    }

    /**
     * Tells the weaver about these words.
     *
     * @throws OptionException if a word is unknown
     */
    public static void use(List<String> words) {
        for (String word : named(words, System.getProperty("java.class.path", ""))) {
            Configurations.add(FOLDER + word + ".xml");
            Configurations.add(FOLDER + word + INCLUDED); // read for loaders whose configurations include something
        }
    }

    /** The words to use. {@code auto} stands for what is in the JDK and what is on the class path. */
    static Collection<String> named(List<String> words, String classPath) {
        Set<String> meant = new LinkedHashSet<>();
        for (String word : words) {
            if (word.equals(AUTO)) {
                KNOWN.forEach((known, marks) -> {
                    if (marks == Marks.OF_THE_JDK || marks.isOn(classPath)) {
                        meant.add(known);
                    }
                });
            } else if (KNOWN.containsKey(word)) {
                meant.add(word);
            } else if (!INJECTED.containsKey(word)) {
                Set<String> all = new TreeSet<>(KNOWN.keySet());
                all.addAll(INJECTED.keySet());
                throw new OptionException("libraries=" + word + " is not known; there are " + AUTO + ", "
                        + String.join(", ", all) + ", joined by '+'");
            }
        }
        return meant;
    }

    /** How a library is found. */
    private record Marks(String jar, String type) {
        static final Marks OF_THE_JDK = new Marks("", "");

        /**
         * Whether the application's loader finds the class, or the one jar on the class path contains the library's jar, as Spring Boot's
         * do.
         */
        boolean isOn(String classPath) {
            if (ClassLoader.getSystemClassLoader().getResource(type) != null) {
                return true;
            }
            if (classPath.contains(File.pathSeparator) || !Files.isRegularFile(Path.of(classPath))) {
                return false;
            }
            try (JarFile outer = new JarFile(classPath)) {
                return outer.stream().anyMatch(each -> each.getName().contains("-INF/lib/")
                        && each.getName().endsWith(".jar")
                        && each.getName().substring(each.getName().lastIndexOf('/') + 1).startsWith(jar));
            } catch (IOException noJar) {
                return false;
            }
        }
    }
}
