package woven;

import java.net.URL;
import java.net.URLClassLoader;

/** Class loaders that equal each other, or that have no hash code, no {@code equals} and no text. Each loads a woven class of its own. */
public class EqualLoaders {
    public static void main(String[] args) throws Exception {
        URL classes = EqualLoaders.class.getProtectionDomain().getCodeSource().getLocation();
        for (int i = 0; i < 2; i++) {
            ClassLoader loader = args[0].equals("equal") ? new Equal(classes) : new Unhashed(classes);
            Class<?> type = loader.loadClass("woven.Reloaded");
            if (type.getClassLoader() != loader) {
                throw new AssertionError("not loaded anew");
            }
            type.getDeclaredConstructor().newInstance();
            System.out.println("made");
        }
        Report.print();
    }

    private static class Own extends URLClassLoader {
        Own(URL classes) {
            super(new URL[]{classes}, EqualLoaders.class.getClassLoader());
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

    private static final class Equal extends Own {
        Equal(URL classes) {
            super(classes);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Equal;
        }

        @Override
        public int hashCode() {
            return 1;
        }
    }

    private static final class Unhashed extends Own {
        Unhashed(URL classes) {
            super(classes);
        }

        @Override
        public boolean equals(Object other) {
            throw new UnsupportedOperationException("equals");
        }

        @Override
        public int hashCode() {
            throw new UnsupportedOperationException("hashCode");
        }

        @Override
        public String toString() {
            throw new UnsupportedOperationException("toString");
        }
    }
}
