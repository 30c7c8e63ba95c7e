package org.aspectj.sim;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Field;
import sim.agent.Agent;

/**
 * The JVM's ways in. The usual one: {@code -javaagent:sim-agent.jar=application=shop,server=127.0.0.1:7420,aop=aop.xml}. Runs on the main thread before the
 * application. If AspectJ's own agent is before it in the command line, that agent weaves each class which is loaded from then on, the agent's too, and an
 * aspect in them has no instance yet: the JVM would end. It weaves no class that is called {@code org.aspectj}; so this one is, and has the other
 * agent rest before the first class of SIM is loaded.
 */
public final class Entry {
    private static final String OTHER = "org.aspectj.weaver.loadtime.Agent";

    private Entry() {}

    public static void premain(String argument, Instrumentation instrumentation) {
        Instrumentation others = null;
        ClassFileTransformer resting = null;
        try {
            for (Class<?> each : instrumentation.getInitiatedClasses(ClassLoader.getSystemClassLoader())) {
                if (each.getName().equals(OTHER)) {
                    others = (Instrumentation) field(each, "s_instrumentation");
                    resting = (ClassFileTransformer) field(each, "s_transformer");
                }
            }
        } catch (ReflectiveOperationException | RuntimeException | LinkageError unknown) {
            others = null; // another version, which weaves on
        }
        boolean rests = others != null && resting != null && others.removeTransformer(resting);
        if (!Agent.begin(argument, instrumentation, rests) && rests) {
            others.addTransformer(resting);
        }
    }

    /** The way into a JVM that runs already. An agent of AspectJ's that is there weaves on: its aspects have their instances by then, also for what it weaves of SIM. */
    public static void agentmain(String argument, Instrumentation instrumentation) {
        Agent.attach(argument, instrumentation);
    }

    private static Object field(Class<?> agent, String name) throws ReflectiveOperationException {
        Field field = agent.getDeclaredField(name);
        field.setAccessible(true);
        return field.get(null);
    }
}
