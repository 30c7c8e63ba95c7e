package tried;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs a program as an application server does: its classes and its libraries in a class loader of their own, which SIM's does not see. */
public final class InLoader {
    private InLoader() {}

    public static void main(String[] arguments) throws Exception {
        List<URL> jars = new ArrayList<>();
        for (String each : arguments[1].split(File.pathSeparator)) {
            jars.add(Path.of(each).toUri().toURL());
        }
        ClassLoader own = new Own(jars.toArray(new URL[0]));
        Thread.currentThread().setContextClassLoader(own);
        own.loadClass(arguments[0]).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
    }

    /** The program's classes are found here and above; here they come first. */
    private static final class Own extends URLClassLoader {
        Own(URL[] jars) {
            super(jars, InLoader.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                if (loaded == null && name.startsWith("tried.")) {
                    loaded = findClass(name);
                }
                return loaded == null ? super.loadClass(name, resolve) : loaded;
            }
        }
    }
}
