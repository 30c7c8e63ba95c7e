package sim.agent.configure;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.regex.Pattern;
import sim.agent.code.AgentClasses;
import sim.agent.identity.WeakIdentityMap;
import sim.agent.select.Element;
import sim.agent.select.Included;
import sim.base.config.EarlyFile;

/** The weaver configurations that the weaver of a class loader reads. Asked while classes are woven, on their threads. */
public final class Configurations {
    private static final String KNOWN = "org.aspectj.weaver.loadtime.configuration";
    private static final String USUAL = "META-INF/aop.xml;META-INF/aop-ajc.xml;org/aspectj/aop.xml";
    /** Options by which a configuration makes the weaver print or write something, or affects other loaders. */
    private static final String[] LOUD = {"-verbose", "-debug", "-showWeaveInfo", "-XmessageHandlerClass",
            "-Xlintfile", "-timers", "loadersToSkip", "<dump"};

    private static final Pattern COMMENT = Pattern.compile("<!--.*?-->", Pattern.DOTALL);

    private static final WeakIdentityMap<ClassLoader, Read> READ = new WeakIdentityMap<>();
    private static final Map<List<String>, WeakReference<List<String>>> LISTS = new WeakHashMap<>();

    private static final WeakIdentityMap<ClassLoader, List<String>> INCLUDED = new WeakIdentityMap<>();
    /** What the file of the option {@code aop} includes. */
    private static volatile List<String> ofFile = List.of();
    /** Whether the weaver looks at more than the user includes, for probes of others. */
    private static volatile boolean isConfined;

    private Configurations() {}

    /**
     * Adds the user's configuration.
     *
     * @param aop      the file that is named by the option; null for none
     * @param confined whether from now on the user's aspects are confined to what the user's configurations include
     */
    public static void use(Path aop, boolean confined) throws IOException {
        ofFile = aop == null ? List.of() : included(ConfigurationText.of(EarlyFile.bytes(aop)));
        isConfined = confined;
        INCLUDED.clear();
        if (aop != null) {
            URL file = aop.toUri().toURL();
            add((confined ? confined(file, included(ClassLoader.getSystemClassLoader())) : file).toString());
        }
    }

    /** Whether the user's configurations on the program's class path name what the weaver looks at. */
    public static boolean isPartIncluded() throws IOException {
        return !included(ClassLoader.getSystemClassLoader()).isEmpty();
    }

    /** What the user's configurations include for a loader; empty for everything. */
    static List<String> included(ClassLoader loader) throws IOException {
        List<String> known = INCLUDED.get(loader);
        if (known == null) {
            List<String> found = new ArrayList<>(ofFile);
            for (String each : System.getProperty(KNOWN, USUAL).split(";")) {
                if (!each.startsWith("file:") && !each.startsWith(Libraries.FOLDER)) {
                    for (URL one : AgentClasses.resources(loader, each)) {
                        found.addAll(AgentClasses.isOwn(one) ? List.of() : included(text(one)));
                    }
                }
            }
            known = List.copyOf(found);
            INCLUDED.put(loader, known);
        }
        return known;
    }

    private static List<String> included(String text) {
        List<Element> elements = Element.read(text);
        return elements == null
                ? List.of()
                : Included.patterns(elements).stream().filter(each -> !each.isBlank()).toList();
    }

    /** The configurations of a name that the weaver of a loader reads. Those of the user are confined where more is woven for others. */
    public static List<URL> resources(ClassLoader loader, String file) throws IOException {
        if (!isConfined) {
            return AgentClasses.resources(loader, file);
        }
        List<String> included = included(loader);
        if (file.startsWith(Libraries.FOLDER)) {
            return included.isEmpty() && file.endsWith(Libraries.INCLUDED)
                    ? List.of()
                    : AgentClasses.resources(loader, file);
        }
        List<URL> found = new ArrayList<>();
        for (URL each : AgentClasses.resources(loader, file)) {
            found.add(AgentClasses.isOwn(each) ? each : confined(each, included));
        }
        return found;
    }

    private static URL confined(URL written, List<String> included) throws IOException {
        String text = text(written);
        String confined = GeneratedConfiguration.confined(text, included);
        return confined.equals(text) ? written : GeneratedConfiguration.file(confined).toUri().toURL();
    }

    private static String text(URL configuration) throws IOException {
        try (InputStream content = configuration.openStream()) {
            return ConfigurationText.of(content.readAllBytes());
        }
    }

    /** What the configurations of these names are for a loader. */
    private record Read(String named, List<String> texts) {}

    /**
     * Adds a configuration to those that the weaver reads, unless it is one of them already, as in a JVM that is attached to again: the
     * weaver refuses an aspect that it is given twice, and then weaves nothing.
     */
    public static void add(String configuration) {
        String known = System.getProperty(KNOWN, USUAL);
        if (!List.of(known.split(";")).contains(configuration)) {
            System.setProperty(KNOWN, known + ";" + configuration);
        }
    }

    /** Whether these configurations make the weaver do nothing but weave. */
    public static boolean areQuiet(ClassLoader loader) {
        try {
            return areQuiet(texts(loader));
        } catch (IOException unreadable) {
            return false;
        }
    }

    /** The same by their texts. */
    public static boolean areQuiet(List<String> texts) {
        for (String text : texts) {
            for (String loud : LOUD) {
                if (text.contains(loud)) {
                    return false;
                }
            }
        }
        return true;
    }

    /**
     * The text of the configurations, without comments. A comment in Spring's contains an option that would make the weaver print. Read once for a
     * loader; a server's hundreds of loaders have one and the same list.
     */
    public static List<String> texts(ClassLoader loader) throws IOException {
        String named = System.getProperty(KNOWN, USUAL);
        Read known = READ.get(loader);
        if (known == null || !known.named.equals(named)) {
            known = new Read(named, one(read(loader)));
            READ.put(loader, known);
        }
        return known.texts;
    }

    private static List<String> one(List<String> texts) {
        synchronized (LISTS) {
            WeakReference<List<String>> held = LISTS.get(texts);
            List<String> first = held == null ? null : held.get();
            if (first == null) {
                first = texts;
                LISTS.put(first, new WeakReference<>(first));
            }
            return first;
        }
    }

    private static List<String> read(ClassLoader loader) throws IOException {
        List<String> texts = new ArrayList<>();
        for (URL each : all(loader)) {
            texts.add(COMMENT.matcher(text(each)).replaceAll(""));
        }
        return List.copyOf(texts);
    }

    private static List<URL> all(ClassLoader loader) throws IOException {
        List<URL> found = new ArrayList<>();
        for (String each : System.getProperty(KNOWN, USUAL).split(";")) {
            if (each.startsWith("file:")) {
                found.add(new URL(each));
            } else {
                found.addAll(resources(loader, each));
            }
        }
        return found;
    }
}
