package sim.agent.code;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What the agent's jar offers to class loaders that do not ask the class path: the few classes that woven code calls, and the configurations
 * of SIM's own aspects. Asked on the threads that load classes, and only where the loader itself has found nothing.
 */
public final class AgentClasses {
    private static final ClassLoader OWN = AgentClasses.class.getClassLoader();
    /** Of AspectJ's runtime, what woven code calls. Its annotations are not offered: libraries look for them to find out about AspectJ. */
    private static final List<String> OFFERED = List.of("sim/instrumentation/", "sim/metrics/", "sim/base/",
            "sim/context/",
            "sim/model/", "sim/payload/",
            "sim/agent/hook/", "org/jinspired/probes/", "org/aspectj/runtime/", "org/aspectj/lang/JoinPoint",
            "org/aspectj/lang/Signature", "org/aspectj/lang/NoAspectBoundException", "org/aspectj/lang/SoftException",
            "org/aspectj/lang/ProceedingJoinPoint", "org/aspectj/lang/reflect/");
    private static final String CLASS = ".class";
    private static final String CONFIGURATIONS = "META-INF/";
    /** Set while a thread looks for a class here: the agent's own loader asks again if it does not find it. */
    private static final ThreadLocal<Boolean> LOOKING = new ThreadLocal<>();

    private AgentClasses() {}

    /** Whether a type, by its internal name, is among them. */
    private static boolean areOffered(String type) {
        if (!type.startsWith("sim/") && !type.startsWith("org/")) {
            return false;
        }
        for (String each : OFFERED) {
            if (type.startsWith(each)) {
                return true;
            }
        }
        return false;
    }

    /** A class by its binary name; null if the agent does not offer it. */
    public static Class<?> named(String name) {
        if (!areOffered(name.replace('.', '/')) || LOOKING.get() != null) {
            return null;
        }
        LOOKING.set(true);
        try {
            Class<?> found = Class.forName(name, false, OWN);
            return found.getProtectionDomain() == AgentClasses.class.getProtectionDomain() ? found : null;
        } catch (ClassNotFoundException | LinkageError absent) {
            return null;
        } finally {
            LOOKING.remove();
        }
    }

    /** A resource as the loader finds it, or as the agent offers it. */
    public static URL resource(ClassLoader loader, String file) {
        URL found = loader.getResource(file);
        return found == null && isOfferedFile(file) ? OWN.getResource(file) : found;
    }

    /** The same, opened. */
    public static InputStream open(ClassLoader loader, String file) {
        InputStream found = loader.getResourceAsStream(file);
        return found == null && isOfferedFile(file) ? OWN.getResourceAsStream(file) : found;
    }

    /** All resources of a name that the loader finds, and the agent's if it does not find that. */
    public static List<URL> resources(ClassLoader loader, String file) throws IOException {
        List<URL> found = new ArrayList<>(Collections.list(loader.getResources(file)));
        URL own = file.startsWith(CONFIGURATIONS) ? own(file) : null;
        if (own != null && found.stream().noneMatch(each -> each.toExternalForm().equals(own.toExternalForm()))) {
            found.add(own);
        }
        return found;
    }

    /** Whether a resource is the agent's. */
    public static boolean isOwn(URL resource) {
        CodeSource source = AgentClasses.class.getProtectionDomain().getCodeSource();
        return !isInNoJar(source) && resource.toExternalForm().contains(source.getLocation().toExternalForm());
    }

    private static URL own(String file) throws IOException {
        CodeSource source = AgentClasses.class.getProtectionDomain().getCodeSource();
        if (isInNoJar(source)) {
            return null;
        }
        for (URL each : Collections.list(OWN.getResources(file))) {
            if (isOwn(each)) {
                return each;
            }
        }
        return null;
    }

    /** Whether SIM's classes are in no jar, as in its own tests. */
    private static boolean isInNoJar(CodeSource source) {
        return source == null || !source.getLocation().getPath().endsWith(".jar");
    }

    private static boolean isOfferedFile(String file) {
        return file.endsWith(CLASS) && areOffered(file);
    }
}
