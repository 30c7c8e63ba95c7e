package sim.payload.library.processes;

import java.util.List;
import sim.payload.common.ByIdentity;
import sim.payload.injected.Payload;
import sim.payload.injected.Probe;
import sim.payload.injected.ProbeContext;
import sim.payload.injected.TypeCustomizer;
import sim.payload.injected.interception.AdditionalInterception;
import sim.payload.injected.interception.InvocationType;
import sim.payload.injected.interception.MethodSpec;
import sim.payload.injected.interception.PayloadInterception;
import sim.payload.injected.parameter.Parameter;
import sim.payload.injected.parameter.ReturnValue;
import sim.payload.injected.parameter.ThisValue;

/**
 * The probe of processes that woven code starts and waits for: {@code libraries=processes}. Its handlers are put around calls of the JDK.
 * A process is described by its program alone, because arguments may be secret. Called on the application's threads.
 */
@Probe(name = "Processes", description = "Processes started and waited for, by program; calls in woven code", controlObjects = true, customTypes = ProcessProbe.Type.class)
public final class ProcessProbe {
    private static final String PROCESS = "java.lang.Process";
    private static final ByIdentity<String> NAMES = new ByIdentity<>(1_000);

    /** What the payload is. */
    public enum Type implements TypeCustomizer {
        /** The start of a process. */
        START("start", 0x6A1B9A),
        /** A wait for the end of a process. */
        WAIT("wait", 0x1565C0);

        private final String shown;
        private final int color;

        Type(String shown, int color) {
            this.shown = shown;
            this.color = color;
        }

        @Override
        public int getColor() {
            return color;
        }

        @Override
        public String toString() {
            return shown;
        }
    }

    private ProcessProbe() {}

    @PayloadInterception(invokeOn = InvocationType.ENTER, exceptionPayloads = true, method = @MethodSpec(className = "java.lang.ProcessBuilder", methodName = "start", parameterTypes = ".."))
    public static Payload start(ProbeContext context, @ThisValue Object builder) {
        return starting(context, ((ProcessBuilder) builder).command());
    }

    @AdditionalInterception(InvocationType.EXIT)
    public static void started(ProbeContext context, @ThisValue Object builder, @ReturnValue Object process) {
        began(context, ((ProcessBuilder) builder).command(), process);
    }

    @PayloadInterception(invokeOn = InvocationType.ENTER, exceptionPayloads = true, method = @MethodSpec(className = "java.lang.Runtime", methodName = "exec", parameterTypes = ".."))
    public static Payload exec(ProbeContext context, @Parameter(0) Object command) {
        return starting(context, command);
    }

    @AdditionalInterception(InvocationType.EXIT)
    public static void executed(ProbeContext context, @Parameter(0) Object command, @ReturnValue Object process) {
        began(context, command, process);
    }

    @PayloadInterception(invokeOn = InvocationType.ENTER, exceptionPayloads = true, method = @MethodSpec(className = PROCESS, methodName = "waitFor", parameterTypes = "..", subtypes = true))
    public static Payload wait(ProbeContext context, @ThisValue Object process) {
        String name = NAMES.get(process);
        return context.createPayload("wait for " + (name == null ? "(a process)" : name), process, Type.WAIT);
    }

    @AdditionalInterception(InvocationType.EXIT)
    public static void waited(ProbeContext context, @ThisValue Object process) {
        if (!((Process) process).isAlive()) {
            context.closeControlObject(process);
        }
    }

    private static Payload starting(ProbeContext context, Object command) {
        return context.createPayload("start " + program(command), null, Type.START);
    }

    private static void began(ProbeContext context, Object command, Object process) {
        if (process instanceof Process begun) {
            String name = program(command);
            NAMES.put(process, name);
            context.openControlObject(process, name + " " + begun.pid());
        }
    }

    /** The program of a command: the last part of its path. */
    static String program(Object command) {
        Object first = command instanceof List<?> words && !words.isEmpty()
                ? words.get(0)
                : command instanceof String[] words && words.length > 0 ? words[0] : command;
        String word = first instanceof String text ? text.strip().split("\\s+", 2)[0] : "(nothing)";
        return word.substring(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1);
    }
}
