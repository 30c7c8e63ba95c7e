package sim.agent;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import sim.agent.code.AgentClasses;

/** The weaver configurations that the weaver of a class loader reads. Asked while classes are woven, on their threads. */
final class Configurations {
    private static final String KNOWN = "org.aspectj.weaver.loadtime.configuration";
    private static final String USUAL = "META-INF/aop.xml;META-INF/aop-ajc.xml;org/aspectj/aop.xml";
    /** Options by which a configuration makes the weaver print or write something, or affects other loaders. */
    private static final String[] LOUD = {"-verbose", "-debug", "-showWeaveInfo", "-XmessageHandlerClass",
            "-Xlintfile", "-timers", "loadersToSkip", "<dump"};

    private static final Pattern COMMENT = Pattern.compile("<!--.*?-->", Pattern.DOTALL);

    private Configurations() {}

    /**
     * Adds a configuration to those that the weaver reads, unless it is one of them already, as in a JVM that is attached to again: the
     * weaver refuses an aspect that it is given twice, and then weaves nothing.
     */
    static void add(String configuration) {
        String known = System.getProperty(KNOWN, USUAL);
        if (!List.of(known.split(";")).contains(configuration)) {
            System.setProperty(KNOWN, known + ";" + configuration);
        }
    }

    /** Whether these configurations make the weaver do nothing but weave. */
    static boolean areQuiet(ClassLoader loader) {
        try {
            for (String text : texts(loader)) {
                for (String loud : LOUD) {
                    if (text.contains(loud)) {
                        return false;
                    }
                }
            }
            return true;
        } catch (IOException unreadable) {
            return false;
        }
    }

    /** The text of the configurations, without comments. A comment in Spring's contains an option that would make the weaver print. */
    static List<String> texts(ClassLoader loader) throws IOException {
        List<String> texts = new ArrayList<>();
        for (URL each : all(loader)) {
            try (InputStream content = each.openStream()) {
                texts.add(COMMENT.matcher(new String(content.readAllBytes(), StandardCharsets.UTF_8)).replaceAll(""));
            }
        }
        return texts;
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
