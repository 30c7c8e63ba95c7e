package sim.jfr;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;

/** Runs the main method of a class that a test has compiled into a folder. Arguments: the folder, the class. */
public final class Elsewhere {
    private Elsewhere() {}

    public static void main(String[] args) throws Exception {
        URLClassLoader loader = new URLClassLoader(new URL[]{Path.of(args[0]).toUri().toURL()});
        loader.loadClass(args[1]).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
    }
}
