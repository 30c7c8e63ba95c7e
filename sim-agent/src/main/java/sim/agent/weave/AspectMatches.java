package sim.agent.weave;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import org.objectweb.asm.ClassReader;
import sim.agent.code.Hierarchy;
import sim.agent.configure.Configurations;
import sim.agent.select.Element;
import sim.agent.select.PlainSelection;

/**
 * Which of the aspects that are written in configurations have selected nothing so far. Woven classes are looked at while there is one, on the
 * threads that load classes; the collector's thread asks. Classes of an earlier start's cache are looked at as well.
 */
public final class AspectMatches {
    private static final String ASPECT = "concrete-aspect";

    /** By the aspect's name: what it selects by names alone, where the weaver is not asked. */
    private final Map<String, PlainSelection> without = new ConcurrentHashMap<>();
    private final Set<String> known = new HashSet<>();
    private final Set<List<String>> read = Collections.newSetFromMap(new WeakHashMap<>());

    /** A class of this loader was woven. Never throws. */
    void wove(ClassLoader loader, byte[] code) {
        try {
            read(Configurations.texts(loader));
            if (!without.isEmpty()) {
                String text = new String(code, StandardCharsets.ISO_8859_1);
                without.entrySet().removeIf(
                        each -> names(text, each.getKey()) || selects(each.getValue(), loader, code));
            }
        } catch (IOException | RuntimeException unreadable) {
            // the weaver reports that
        }
    }

    /** The aspects of the program's configurations that no woven class has anything of, by name. */
    public Set<String> without() {
        try {
            read(Configurations.texts(ClassLoader.getSystemClassLoader()));
        } catch (IOException unreadable) {
            // the weaver reports that
        }
        return new TreeSet<>(without.keySet());
    }

    private synchronized void read(List<String> texts) {
        if (read.add(texts)) {
            for (String each : texts) {
                List<Element> elements = Element.read(each);
                if (elements != null) {
                    readAspects(elements);
                }
            }
        }
    }

    private void readAspects(List<Element> elements) {
        for (int i = 0; i < elements.size(); i++) {
            Element first = elements.get(i);
            String name = first.attributes().get("name");
            if (first.name().equals(ASPECT) && !first.isEnd() && name != null && known.add(name)) {
                List<Element> own = new ArrayList<>(List.of(first));
                for (int j = i + 1; j < elements.size() && elements.get(j).name().equals("pointcut"); j++) {
                    own.add(elements.get(j));
                }
                without.put(name, PlainSelection.of(List.of(own)));
            }
        }
    }

    /** Whether the aspect is among the constants of a class: the weaver's code calls it. */
    private static boolean names(String code, String aspect) {
        return code.contains((char) (aspect.length() >> 8) + "" + (char) (aspect.length() & 0xFF)
                + aspect.replace('.', '/'));
    }

    private static boolean selects(PlainSelection selection, ClassLoader loader, byte[] code) {
        Set<String> chosen = selection.chosen(new ClassReader(code), Hierarchy.of(loader));
        return chosen != null && !chosen.isEmpty();
    }
}
