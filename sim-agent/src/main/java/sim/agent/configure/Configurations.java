package sim.agent.configure;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.regex.Pattern;
import sim.agent.code.AgentClasses;

/** The weaver configurations that the weaver of a class loader reads. Asked while classes are woven, on their threads. */
public final class Configurations {
    private static final String KNOWN = "org.aspectj.weaver.loadtime.configuration";
    private static final String USUAL = "META-INF/aop.xml;META-INF/aop-ajc.xml;org/aspectj/aop.xml";
    /** Options by which a configuration makes the weaver print or write something, or affects other loaders. */
    private static final String[] LOUD = {"-verbose", "-debug", "-showWeaveInfo", "-XmessageHandlerClass",
            "-Xlintfile", "-timers", "loadersToSkip", "<dump"};

    private static final Pattern COMMENT = Pattern.compile("<!--.*?-->", Pattern.DOTALL);

    private static final Map<ClassLoader, Read> READ = Collections.synchronizedMap(new WeakHashMap<>());
    private static final Map<List<String>, WeakReference<List<String>>> LISTS = new WeakHashMap<>();

    private Configurations() {}

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
            try (InputStream content = each.openStream()) {
                texts.add(COMMENT.matcher(new String(content.readAllBytes(), StandardCharsets.UTF_8)).replaceAll(""));
            }
        }
        return List.copyOf(texts);
    }

    private static List<URL> all(ClassLoader loader) throws IOException {
        List<URL> found = new ArrayList<>();
        for (String each : System.getProperty(KNOWN, USUAL).split(";")) {
            if (each.startsWith("file:")) {
                found.add(new URL(each));
            } else {
                found.addAll(AgentClasses.resources(loader, each));
            }
        }
        return found;
    }
}
