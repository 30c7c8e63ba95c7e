package woven;

import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;

/** Loads a woven class through one class loader after another and forgets each: none may stay. */
public class Loaders {
    public static void main(String[] args) throws Exception {
        URL classes = Loaders.class.getProtectionDomain().getCodeSource().getLocation();
        List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            loaders.add(use(classes));
        }
        long alive = 20;
        for (int attempt = 0; attempt < 50 && alive > 0; attempt++) {
            System.gc();
            Thread.sleep(50);
            Report.class.getName();
            // the weaver looks at its queue of forgotten loaders when it is asked for another class
            use(classes);
            alive = loaders.stream().filter(loader -> loader.get() != null).count();
        }
        System.out.println("alive " + alive);
        Report.print();
    }

    private static WeakReference<ClassLoader> use(URL classes) throws Exception {
        try (ChildFirst loader = new ChildFirst(classes)) {
            Class<?> type = loader.loadClass("woven.Reloaded");
            if (type.getClassLoader() != loader) {
                throw new AssertionError("not loaded anew");
            }
            type.getDeclaredConstructor().newInstance();
            return new WeakReference<>(loader);
        }
    }

    private static final class ChildFirst extends URLClassLoader {
        ChildFirst(URL classes) {
            super(new URL[]{classes}, Loaders.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.equals("woven.Reloaded")) {
                synchronized (getClassLoadingLock(name)) {
                    Class<?> known = findLoadedClass(name);
                    return known != null ? known : findClass(name);
                }
            }
            return super.loadClass(name, resolve);
        }
    }
}
