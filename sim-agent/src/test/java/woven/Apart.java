package woven;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.tools.ToolProvider;

/** Uses a class that only a class loader of its own has. */
public final class Apart {
    private Apart() {}

    public static void main(String[] args) throws Exception {
        Path folder = Files.createTempDirectory("apart");
        Path source = Files.writeString(folder.resolve("Shelf.java"),
                "package apart; public class Shelf { public static String find(String key) { return key; } }");
        if (ToolProvider.getSystemJavaCompiler().run(null, null, null, "-d", folder.toString(),
                source.toString()) != 0) {
            throw new AssertionError("does not compile");
        }
        try (URLClassLoader loader = new URLClassLoader(new URL[]{folder.toUri().toURL()},
                Apart.class.getClassLoader())) {
            loader.loadClass("apart.Shelf").getMethod("find", String.class).invoke(null, "a");
        }
        PayloadReport.print();
    }
}
