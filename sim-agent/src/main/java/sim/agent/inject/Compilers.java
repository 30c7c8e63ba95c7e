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
import sim.base.config.Option;
import sim.base.config.OptionException;

/**
 * Finds the compiler for scripts: the JDK's, or without a JDK the one in the jar that an option names. Called by the compiling thread, one
 * call at a time.
 */
public final class Compilers {
    private static final String MODULE = "java.compiler";
    private static final String SUCH = "a jar with a Java compiler, such as org.eclipse.jdt:ecj";

    private static volatile Path jar;
    /** The compiler of the jar. It is kept, because loading its classes takes time. */
    private static JavaCompiler ofJar;

    private Compilers() {}

    /**
     * Sets the jar with a compiler, for a Java runtime without one.
     *
     * @param file its path; empty for none
     * @throws OptionException if it cannot be read
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

    /** Whether this Java runtime can compile at all: the compiler API is a module that it may lack. */
    static boolean possible() {
        return ModuleLayer.boot().findModule(MODULE).isPresent();
    }

    static String whyImpossible() {
        return "this Java has no module " + MODULE
                + ", without which no compiler runs: run the application on a JDK, or "
                + "make the Java image with that module and name " + SUCH + ", in "
                + Option.PAYLOAD_SCRIPTS_COMPILER.label();
    }

    /** @throws ScriptException with the correction, if there is no compiler */
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

    /** The loader of the jar. The weaver leaves its classes alone, because it is SIM's own class. It sees no class of the application. */
    private static final class Loader extends URLClassLoader {
        Loader(URL jar) {
            super("sim-compiler", new URL[]{jar}, ClassLoader.getPlatformClassLoader());
        }
    }
}
