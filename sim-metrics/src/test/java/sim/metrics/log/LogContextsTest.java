package sim.metrics.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A logging library that the program has loaded and not used yet; its class says on which thread it was initialised. */
class LogContextsTest {
    private static final String NAME = "org.slf4j.MDC";
    private static final String THREAD = "sim.test.mdc.thread";

    @TempDir
    Path folder;

    private final LogContexts contexts = new LogContexts();
    /** Loaders whose class the application has used. */
    private final Set<ClassLoader> used = new HashSet<>();

    @BeforeEach
    void find() {
        LogClasses.findBy((name, by) -> {
            try {
                return used.contains(by) ? Class.forName(name, false, by) : null;
            } catch (ClassNotFoundException gone) {
                return null;
            }
        });
        // classes of tests before this one go with their loaders
        await().atMost(Duration.ofMinutes(1)).until(() -> {
            System.gc();
            count("mdc.unused");
            return !LogClasses.all().iterator().hasNext();
        });
    }

    @AfterEach
    void forget() {
        System.clearProperty(THREAD);
    }

    @Test
    void itIsLeftAloneUntilTheApplicationItselfHasInitialisedIt() throws Exception {
        compile("System.setProperty(\"" + THREAD + "\", Thread.currentThread().getName());");
        try (URLClassLoader loader = load()) {
            count("mdc.failed");
            assertThat(contexts.activated(null, null)).as("nothing was written").isNull();
            assertThat(System.getProperty(THREAD)).as("loaded alone").isNull();
            assertThat(uses(loader)).isFalse();
            onThread("application", () -> use(loader));
            assertThat(uses(loader)).as("until the next shipment").isFalse();
            count("mdc.failed");
            assertThat(uses(loader)).isTrue();
            assertThat(System.getProperty(THREAD)).isEqualTo("application");
        }
    }

    @Test
    void oneThatCannotBeInitialisedIsTheApplicationsAlone() throws Exception {
        compile("if (true) throw new IllegalStateException();");
        try (URLClassLoader loader = load()) {
            assertThatThrownBy(() -> Class.forName(NAME, true, loader)).isInstanceOf(ExceptionInInitializerError.class);
            assertThat(count("mdc.failed")).isZero();
            assertThat(uses(loader)).isFalse();
        }
    }

    private static boolean uses(ClassLoader loader) {
        for (Class<?> each : LogClasses.all()) {
            if (each.getClassLoader() == loader) {
                return true;
            }
        }
        return false;
    }

    private void use(ClassLoader loader) {
        try {
            Class.forName(NAME, true, loader);
        } catch (ClassNotFoundException gone) {
            throw new IllegalStateException(gone);
        }
        used.add(loader);
    }

    @Test
    void thoseOfMoreClassLoadersThanItUsesAreCounted() throws Exception {
        compile("");
        long before = count("mdc.unused");
        URLClassLoader[] loaders = new URLClassLoader[40];
        for (int i = 0; i < loaders.length; i++) {
            loaders[i] = load();
            use(loaders[i]);
            count("mdc.unused");
        }
        assertThat(count("mdc.unused") - before).isEqualTo(8);
        assertThat(LogClasses.all()).hasSize(32);
        for (URLClassLoader loader : loaders) {
            loader.close();
        }
    }

    @Test
    void soAreThoseThatLoadAtOnce() throws Exception {
        compile("");
        long before = count("mdc.unused");
        URLClassLoader[] loaders = new URLClassLoader[34];
        for (int i = 0; i < loaders.length; i++) {
            loaders[i] = load();
            use(loaders[i]);
        }
        assertThat(LogClasses.unused() - before).isEqualTo(2);
        count("mdc.unused");
        for (URLClassLoader loader : loaders) {
            loader.close();
        }
    }

    private long count(String counter) {
        Map<String, Long> counters = new HashMap<>();
        contexts.count(counters);
        return counters.get(counter);
    }

    private URLClassLoader load() throws Exception {
        URLClassLoader loader = new URLClassLoader(new URL[]{folder.toUri().toURL()}, null);
        LogClasses.loading(NAME, loader);
        Class.forName(NAME, false, loader);
        return loader;
    }

    private static void onThread(String name, Runnable work) throws InterruptedException {
        Thread thread = new Thread(work, name);
        thread.start();
        thread.join();
    }

    private void compile(String initially) throws Exception {
        Path source = folder.resolve("MDC.java");
        Files.write(source, List.of("package org.slf4j;", "public class MDC {", "    static {", initially, "    }",
                "    public static String get(String key) { return null; }",
                "    public static void put(String key, String text) {}",
                "    public static void remove(String key) {}", "}"));
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, "-d", folder.toString(),
                source.toString())).isZero();
    }
}
