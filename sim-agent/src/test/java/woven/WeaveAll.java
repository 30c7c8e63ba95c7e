package woven;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import sim.metrics.probe.Metering;

/**
 * Loads and links every class of the jars whose paths are in a file, which makes the JVM verify them, and says which could not
 * be: {@code refused CLASS ERROR}. With names in a second file only those are loaded, and with {@code woven.every} one in so many.
 * Runs without the agent too.
 */
public final class WeaveAll {
    private WeaveAll() {}

    public static void main(String[] args) throws IOException {
        List<String> jars = Files.readAllLines(Path.of(args[0]));
        List<URL> urls = new ArrayList<>();
        for (String jar : jars) {
            urls.add(Path.of(jar).toUri().toURL());
        }
        // Its own delegation, so that classes SIM's jars have too are those of the jars named.
        URLClassLoader loader = new URLClassLoader(urls.toArray(URL[]::new), WeaveAll.class.getClassLoader());
        long linked = 0;
        List<String> all = args.length > 1 ? Files.readAllLines(Path.of(args[1])) : names(jars);
        int every = Integer.getInteger("woven.every", 1);
        List<String> names = new ArrayList<>();
        for (int i = 0; i < all.size(); i += every) {
            names.add(all.get(i));
        }
        for (String name : names) {
            try {
                // Asking for a class's methods links it, and does not run its initialiser.
                Class.forName(name, false, loader).getDeclaredMethods();
                linked++;
            } catch (Throwable refused) {
                String text = String.valueOf(refused.getMessage()).lines().findFirst().orElse("");
                System.out.println("refused " + name + " " + refused.getClass().getName() + " " + text);
            }
        }
        System.out.println("classes " + names.size());
        System.out.println("linked " + linked);
        if (System.getProperty("woven.bare") == null) {
            report();
        }
        System.exit(0);
    }

    private static void report() {
        Map<String, Long> counters = new LinkedHashMap<>();
        Metering.runtime().weaving().count(counters);
        counters.forEach((name, count) -> System.out.println("counter " + name + " " + count));
        Metering.runtime().weaving().unwoven()
                .forEach(each -> System.out
                        .println("unwoven " + each.type() + " " + each.reason() + " " + each.what()));
    }

    private static List<String> names(List<String> jars) throws IOException {
        List<String> names = new ArrayList<>();
        for (String jar : jars) {
            try (JarFile file = new JarFile(jar)) {
                file.stream().map(JarEntry::getName).filter(WeaveAll::isClass)
                        .forEach(each -> names.add(each.substring(0, each.length() - 6).replace('/', '.')));
            }
        }
        return names;
    }

    private static boolean isClass(String entry) {
        return entry.endsWith(".class") && !entry.startsWith("META-INF/") && !entry.endsWith("module-info.class")
                && !entry.endsWith("package-info.class");
    }
}
