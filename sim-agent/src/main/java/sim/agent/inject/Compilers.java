package sim.agent.inject;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import sim.metrics.config.Option;
import sim.metrics.config.OptionException;

/**
 * The compiler of scripts: the JDK's, or where there is none that of a jar which the options name. Asked on the compiling thread, one
 * at a time.
 */
public final class Compilers {
    private static final String MODULE = "java.compiler";
    private static final String SUCH = "a jar with a Java compiler, such as org.eclipse.jdt:ecj";

    private static volatile Path jar;
    /** That of the jar, which keeps its classes: they are read once. */
    private static JavaCompiler ofJar;

    private Compilers() {}

    /**
     * Says where another compiler is, for a Java that has none.
     *
     * @param file empty for none
     * @throws OptionException where it cannot be read
     */
    public static void use(String file) {
        Path wanted = file.isEmpty() ? null : Path.of(file).toAbsolutePath();
        if (wanted != null && (!Files.isReadable(wanted) || Files.isDirectory(wanted))) {
            throw new OptionException(Option.PAYLOAD_SCRIPTS_COMPILER.label() + "=" + file + " cannot be read as "
                    + wanted + ": name " + SUCH);
        }
        synchronized (Compilers.class) {
            jar = wanted;
            ofJar = null;
        }
    }

    /** Whether there can be one at all: what it is asked by is a module of its own. */
    static boolean possible() {
        return ModuleLayer.boot().findModule(MODULE).isPresent();
    }

    static String whyImpossible() {
        return "this Java has no module " + MODULE
                + ", without which no compiler runs: run the application on a JDK, or "
                + "make the Java image with that module and name " + SUCH + ", in "
                + Option.PAYLOAD_SCRIPTS_COMPILER.label();
    }

    /** @throws ScriptException saying what to do where there is none */
    static synchronized JavaCompiler find() throws ScriptException {
        JavaCompiler ofJdk = ToolProvider.getSystemJavaCompiler();
        if (ofJdk != null) {
            return ofJdk;
        }
        if (jar == null) {
            throw new ScriptException(
                    "this Java has no compiler: run the application on a JDK (module jdk.compiler), or "
                            + "name " + SUCH + ", in " + Option.PAYLOAD_SCRIPTS_COMPILER.label());
        }
        if (ofJar == null) {
            ofJar = load(jar);
        }
        return ofJar;
    }

    private static JavaCompiler load(Path from) throws ScriptException {
        String said = Option.PAYLOAD_SCRIPTS_COMPILER.label() + "=" + from;
        try {
            Iterator<JavaCompiler> found = ServiceLoader.load(JavaCompiler.class, new Loader(from.toUri().toURL()))
                    .iterator();
            if (found.hasNext()) {
                return found.next();
            }
        } catch (IOException | ServiceConfigurationError | LinkageError failure) {
            throw new ScriptException("the compiler of " + said + " cannot be loaded: " + failure);
        }
        throw new ScriptException(said + " has no service javax.tools.JavaCompiler: name " + SUCH);
    }

    /** A class of SIM's, so that the weaver leaves alone what it loads; it sees nothing of the application. */
    private static final class Loader extends URLClassLoader {
        Loader(URL jar) {
            super("sim-compiler", new URL[]{jar}, ClassLoader.getPlatformClassLoader());
        }
    }
}
