package sim.agent.hook;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.security.ProtectionDomain;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import org.aspectj.bridge.IMessage;
import org.aspectj.bridge.IMessageHandler;
import org.aspectj.weaver.Advice;
import org.aspectj.weaver.ResolvedType;
import org.aspectj.weaver.ShadowMunger;
import org.aspectj.weaver.UnresolvedType;
import org.aspectj.weaver.World;
import org.objectweb.asm.ClassReader;
import sim.agent.code.AgentClasses;
import sim.agent.code.Hierarchy;
import sim.agent.code.StackMaps;
import sim.agent.code.SurplusReturns;

/**
 * Called by the weaver in the agent's jar instead of its own code; {@code WeaverRewrite} inserts the calls when the jar is built. Runs on
 * the thread that loads a class.
 */
public final class WeaverHooks {
    /** The class that {@link #isOfTheApplication} is about. */
    public static final String OF_THE_APPLICATION = "javax.servlet.http.HttpServlet";
    private static volatile Finder configurations = AgentClasses::resources;

    /** Finds the configurations of a name that the weaver of a loader is to read. */
    public interface Finder {
        List<URL> find(ClassLoader loader, String file) throws IOException;
    }

    private WeaverHooks() {}

    /**
     * Whether a class of {@code javax} is woven all the same: the old servlets' {@code service}, where requests come in, is the application's as
     * {@code jakarta}'s is. The weaver leaves out all others.
     *
     * @param name with dots
     */
    public static boolean isOfTheApplication(String name) {
        return name.equals(OF_THE_APPLICATION);
    }

    /** From now on the weaver reads these configurations. Called once, before it starts. */
    public static void use(Finder finder) {
        configurations = finder;
    }

    /**
     * The aspect that says where a munger may match: the weaver asks the one that has its code, and a user says {@code scope} of the one that
     * extends it.
     */
    public static ResolvedType scoped(ShadowMunger munger, World world) {
        ResolvedType concrete = munger instanceof Advice ? ((Advice) munger).getConcreteAspect() : null;
        return concrete != null && world.isAspectIncluded(concrete) && world.getAspectScope(concrete) != null
                ? concrete
                : munger.getDeclaringType();
    }

    /** The class in the form that the weaver is to read. */
    public static byte[] readable(byte[] bytes) {
        Job job = Job.current();
        return job == null ? bytes : job.readable(bytes, SurplusReturns::dropped);
    }

    /**
     * The class with stack map frames. Null outside SIM's transformer, and the weaver then computes them itself. What it throws reaches
     * {@link #threw}.
     */
    public static byte[] withFrames(byte[] bytes) {
        Job job = Job.current();
        if (job == null) {
            return null;
        }
        job.framing(true);
        byte[] framed = StackMaps.add(bytes, Hierarchy.of(job.loader()));
        job.framing(false);
        return framed;
    }

    /** A class loader's hash code, without code of its own. */
    public static int hashCodeByIdentity(Object loader) {
        return System.identityHashCode(loader);
    }

    /** Whether two class loaders are the same one. */
    public static boolean equalsByIdentity(Object one, Object other) {
        return one == other;
    }

    /** How the weaver names a class loader. */
    public static String toStringByIdentity(Object loader) {
        return loader.getClass().getName() + "@" + Integer.toHexString(System.identityHashCode(loader));
    }

    /** Defines a class that the weaver has made. */
    public static void define(ClassLoader loader, String name, byte[] bytes, ProtectionDomain domain) {
        Job job = Job.current();
        if (job != null) {
            job.makes(name, bytes);
        }
        try {
            ClassReader made = new ClassReader(bytes);
            Hierarchy.of(loader).note(made);
            if (job != null && job.isAheadOfTime()) {
                return;
            }
            boolean isShared = MadeClasses.isShared(made);
            if (isShared) {
                MadeClasses.share(loader, made, bytes);
            }
            if (!isShared && (job == null || job.hasBegun())) {
                ClassDefiner.define(loader, name, bytes, domain);
            } else {
                ClassDefiner.defineOnce(loader, name, bytes, domain); // a kept class, or another weaver, may have been before
            }
            MadeClasses.taken(loader, name);
        } catch (Throwable failure) {
            if (!ClassDefiner.isLoaded(loader, name)) {
                MadeClasses.refused(loader, name, failure);
            }
            threw(failure);
        }
    }

    /** Whether a message is gathered here, so that the weaver's own handler does not see it. */
    public static boolean gathers(IMessage message, IMessageHandler handler) {
        return WeaverMessages.gathers(message, handler);
    }

    /** Notes that the weaver gave up on the current class. */
    public static void threw(Throwable failure) {
        Job job = Job.current();
        if (job != null) {
            job.failed(failure, null);
        }
        WeaverMessages.threw(failure);
    }

    /** The weaver wants to know a type. Whatever becomes of the class that is being woven may depend on it. */
    public static void resolves(UnresolvedType type) {
        Job job = Job.current();
        if (job != null && type != null) {
            job.resolves(type.getSignature());
        }
    }

    /** What the weaver asks a class loader for: the class file of a type. */
    public static URL resource(ClassLoader loader, String file) {
        return AgentClasses.resource(loader, file);
    }

    /** The same, opened. */
    public static InputStream open(ClassLoader loader, String file) {
        return AgentClasses.open(loader, file);
    }

    /** What the weaver asks a class loader for: the configurations. */
    public static Enumeration<URL> resources(ClassLoader loader, String file) throws IOException {
        return Collections.enumeration(configurations.find(loader, file));
    }
}
