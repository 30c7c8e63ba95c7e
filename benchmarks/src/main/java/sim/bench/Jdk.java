package sim.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/** A JDK to measure with. */
record Jdk(int feature, String version, Path home) {
    /** @throws IOException if there is no JDK */
    static Jdk at(Path home) throws IOException {
        Properties release = new Properties();
        if (!Files.isExecutable(home.resolve("bin/java"))) {
            throw new IOException("there is no bin/java in it");
        }
        try (InputStream in = Files.newInputStream(home.resolve("release"))) {
            release.load(in);
        }
        String version = release.getProperty("JAVA_VERSION", "").replace("\"", "");
        return new Jdk(Integer.parseInt(version.split("[.-]")[0]), version, home);
    }

    String java() {
        return home.resolve("bin/java").toString();
    }
}
