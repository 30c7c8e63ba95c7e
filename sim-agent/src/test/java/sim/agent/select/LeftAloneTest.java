package sim.agent.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import sim.base.config.Options;
import sim.metrics.weaving.WeavingReport;
import sim.metrics.weaving.WeavingSkip;

class LeftAloneTest {
    private final LeftAlone leftAlone = new LeftAlone(new WeavingReport(), List.of("default"), false);
    private final ClassLoader loader = new ClassLoader(null) {
    };

    /** What the application does for an answer may last, and may wait for a thread that loads a class. */
    @Test
    void whileTheApplicationSaysWhereAClassIsFromOthersAreLoaded() throws Exception {
        Asked slow = new Asked();
        Asked quick = new Asked();
        quick.answer.countDown();
        Thread first = began(slow);
        slow.asked.await();
        Thread second = began(quick);
        try {
            await().until(() -> !second.isAlive());
        } finally {
            slow.answer.countDown();
            first.join();
            second.join();
        }
    }

    /** A package that is forgotten in either list is woven, by this weaver or by the plain one, and its probes would meter what meters. */
    @Test
    void eachPackageThatTheRuntimeStandsOnIsLeftAlone() throws Exception {
        String aop = new String(getClass().getResourceAsStream("/META-INF/aop.xml").readAllBytes(),
                StandardCharsets.UTF_8);
        Path classes = Path.of(Options.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        try (FileSystem jar = Files.isDirectory(classes) ? null : FileSystems.newFileSystem(classes);
                Stream<Path> packages = Files.list((jar == null ? classes : jar.getPath("/")).resolve("sim/base"))) {
            List<String> names = packages.map(each -> each.getFileName().toString().replace("/", "")).toList();
            assertThat(names).contains("config", "thread").allSatisfy(name -> {
                assertThat(aop).contains("<exclude within=\"sim.base." + name + "..*\"/>");
                assertThat(leftAlone.byName(loader, "sim/base/" + name + "/Any", null)).isEqualTo(WeavingSkip.OWN);
            });
        }
    }

    /** It failed for each of its classes anew. */
    @Test
    void aLoaderWhoseToStringThrowsIsNamedByIdentity() {
        ClassLoader unnamed = new ClassLoader(null) {
            @Override
            public String toString() {
                throw new UnsupportedOperationException();
            }
        };
        assertThat(leftAlone.ofLoader(unnamed)).isEqualTo(WeavingSkip.RUNTIME);
    }

    private Thread began(Asked from) throws MalformedURLException {
        ProtectionDomain domain = new ProtectionDomain(
                new CodeSource(new URL(null, "asked:x", from), (Certificate[]) null), null);
        Thread thread = new Thread(() -> assertThat(leftAlone.byName(loader, "a/B", domain)).isNull());
        thread.start();
        return thread;
    }

    /** An application's handler, which answers when it is told to. */
    private static final class Asked extends URLStreamHandler {
        private final CountDownLatch asked = new CountDownLatch(1);
        private final CountDownLatch answer = new CountDownLatch(1);

        @Override
        protected URLConnection openConnection(URL url) throws IOException {
            throw new IOException("there is nothing behind it");
        }

        @Override
        protected String toExternalForm(URL url) {
            asked.countDown();
            try {
                answer.await();
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
            return "asked:x";
        }
    }
}
