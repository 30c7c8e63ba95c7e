package sim.agent.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is read is what the loader says. */
class ClassPathFilesTest {
    private static final ClassLoader SYSTEM = ClassLoader.getSystemClassLoader();

    @ParameterizedTest
    @ValueSource(strings = {"org/junit/jupiter/api/Test.class", "org/objectweb/asm/ClassReader.class",
            "sim/agent/code/ClassPathFilesTest.class", "java/lang/Object.class", "javax/sql/DataSource.class"})
    void asTheLoaderGivesIt(String file) throws IOException {
        for (int i = 0; i < 2; i++) {
            assertThat(read(ClassPathFiles.open(SYSTEM, file))).isEqualTo(read(SYSTEM.getResourceAsStream(file)));
        }
    }

    @Test
    void whatTheLoaderLacks() throws IOException {
        assertThat(ClassPathFiles.open(SYSTEM, "no/Such.class")).isNull();
    }

    @Test
    void ofAnyOtherLoader() throws IOException {
        URL classes = Path.of("target/test-classes").toUri().toURL();
        try (URLClassLoader other = new URLClassLoader(new URL[]{classes}, null)) {
            assertThat(ClassPathFiles.open(other, "org/junit/jupiter/api/Test.class")).isNull();
            assertThat(read(ClassPathFiles.open(other, "woven/Plain.class"))).isNotEmpty();
        }
    }

    /** As on the class path of a program that lies on a share. */
    @Test
    void inAJarOfAnotherHost() throws IOException {
        byte[] bytes = {1, 2, 3};
        URL found = new URL("jar", "", -1, "file://server/share/x.jar!/a/B.class", new URLStreamHandler() {
            @Override
            protected URLConnection openConnection(URL url) {
                return new URLConnection(url) {
                    @Override
                    public void connect() {}

                    @Override
                    public InputStream getInputStream() {
                        return new ByteArrayInputStream(bytes);
                    }
                };
            }
        });
        assertThat(read(ClassPathFiles.open(found, "a/B.class"))).isEqualTo(bytes);
    }

    private static byte[] read(InputStream from) throws IOException {
        try (from) {
            return from.readAllBytes();
        }
    }
}
