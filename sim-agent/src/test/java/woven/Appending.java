package woven;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.jar.JarFile;

/** An agent that adds the jar it is told to the class path. */
public final class Appending {
    private Appending() {}

    public static void premain(String jar, Instrumentation instrumentation) throws IOException {
        if (jar != null) {
            instrumentation.appendToSystemClassLoaderSearch(new JarFile(jar));
        }
    }
}
