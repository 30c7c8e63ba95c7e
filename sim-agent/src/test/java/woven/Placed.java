package woven;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Runs made.Child, which extends made.Parent, in a loader that has files and rules of its own, as build tools and servers have them. */
public class Placed extends URLClassLoader {
    /** Loads the parent; null where this loader and those above it do. */
    private final ClassLoader beside;
    private final boolean isOwnFirst;

    private Placed(String folder, ClassLoader beside, boolean isOwnFirst) throws IOException {
        super(new URL[]{Path.of(folder).toUri().toURL()}, Placed.class.getClassLoader());
        this.beside = beside;
        this.isOwnFirst = isOwnFirst;
    }

    /** Arguments: the kind, a folder with the child, and for some kinds one with the parent. */
    public static void main(String[] args) throws Exception {
        ClassLoader beside = args[0].equals("beside") ? new Placed(args[2], null, false) : null;
        try (Placed loader = new Placed(args[1], beside, args[0].equals("own-first"))) {
            if (args[0].equals("late")) {
                run(loader, "made.First");
                if (Files.exists(Path.of(args[2]))) {
                    loader.addURL(Path.of(args[2]).toUri().toURL());
                }
            }
            if (args[0].equals("generated")) {
                generate(args[2]);
            }
            Path filled = Path.of(args[2]).resolveSibling("generated").resolve("made");
            if (args[0].equals("filled")) {
                Files.createDirectory(filled);
                Files.copy(Path.of(args[2], file("made.Parent")), filled.resolve("Parent.class"));
            }
            run(List.of("class-path", "generated", "filled").contains(args[0])
                    ? Placed.class.getClassLoader()
                    : loader,
                    "made.Child");
            if (args[0].equals("filled")) {
                Files.delete(filled.resolve("Parent.class"));
                Files.delete(filled);
            }
            Report.print();
        }
    }

    /** Makes the parent in the loader of the class path, whose files do not have it, if there is one to make it of. */
    private static void generate(String folder) throws IOException, ReflectiveOperationException {
        Class<?> first = Class.forName("made.First");
        Path parent = Path.of(folder, file("made.Parent"));
        if (Files.exists(parent)) {
            MethodHandles.privateLookupIn(first, MethodHandles.lookup()).defineClass(Files.readAllBytes(parent));
        }
    }

    private static void run(ClassLoader loader, String type) throws ReflectiveOperationException {
        try {
            ((Runnable) loader.loadClass(type).getDeclaredConstructor().newInstance()).run();
        } catch (NoClassDefFoundError noParent) {
            System.out.println("no parent");
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            if (beside != null && name.equals("made.Parent")) {
                return beside.loadClass(name);
            }
            Class<?> known = findLoadedClass(name);
            if (known == null && isOwnFirst && findResource(file(name)) != null) {
                return findClass(name);
            }
            return known == null ? super.loadClass(name, resolve) : known;
        }
    }

    @Override
    public URL getResource(String name) {
        if (beside != null && name.equals(file("made.Parent"))) {
            return beside.getResource(name);
        }
        URL own = isOwnFirst ? findResource(name) : null;
        return own == null ? super.getResource(name) : own;
    }

    private static String file(String type) {
        return type.replace('.', '/') + ".class";
    }
}
