package woven;

import java.io.Closeable;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import sim.payload.injected.Payload;
import sim.payload.injected.Probe;
import sim.payload.injected.ProbeContext;
import sim.payload.injected.interception.Interception;
import sim.payload.injected.interception.InvocationType;
import sim.payload.injected.interception.MethodSpec;
import sim.payload.injected.interception.PayloadInterception;
import sim.payload.injected.parameter.ExceptionValue;
import sim.payload.injected.parameter.Parameter;
import sim.payload.injected.parameter.ReturnValue;
import sim.payload.injected.parameter.ThisValue;

/** Methods of the JDK, right and wrong. */
@Probe(name = "Jdk", description = "files, sockets and processes", controlObjects = true)
public class JdkProbe {
    @Interception(invokeOn = InvocationType.EXIT, method = @MethodSpec(className = "java.io.FileOutputStream", methodName = "<init>", parameterTypes = "java.io.File"))
    public static void opened(ProbeContext context, @ThisValue Object stream, @ExceptionValue Throwable error) {
        if (error == null) {
            context.openControlObject(stream, "a file");
        }
    }

    @PayloadInterception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "java.io.FileOutputStream", methodName = "write", parameterTypes = "byte[]"))
    public static Payload written(ProbeContext context, @ThisValue Object stream, @Parameter(0) byte[] bytes) {
        return context.createPayload("write " + bytes.length, stream, null);
    }

    @PayloadInterception(invokeOn = InvocationType.EXIT, method = @MethodSpec(className = "java.io.InputStream", methodName = "read", parameterTypes = "byte[]", subtypes = true))
    public static String read(@ThisValue Object stream, @ReturnValue int count) {
        return "read " + count + " of " + (stream instanceof JdkCalls.Own ? "its own" : "the JDK's");
    }

    @PayloadInterception(invokeOn = InvocationType.ENTER, exceptionPayloads = true, method = @MethodSpec(className = "java.io.FileInputStream", methodName = "<init>", parameterTypes = "java.lang.String"))
    public static String opens(@Parameter(0) String path) {
        return "open " + Path.of(path).getFileName();
    }

    @PayloadInterception(invokeOn = InvocationType.ENTER, exceptionPayloads = true, method = @MethodSpec(className = "java.net.Socket", methodName = "connect", parameterTypes = "java.net.SocketAddress"))
    public static String connects(@Parameter(0) Object address) {
        return "connect " + ((InetSocketAddress) address).getAddress().isLoopbackAddress();
    }

    @PayloadInterception(invokeOn = InvocationType.EXIT, method = @MethodSpec(className = "java.lang.ProcessBuilder", methodName = "start"))
    public static String started(@ThisValue ProcessBuilder builder, @ReturnValue Process process) {
        List<String> command = builder.command();
        return "start " + Path.of(command.get(0)).getFileName() + (process == null ? " failed" : "");
    }

    @PayloadInterception(invokeOn = InvocationType.EXIT, method = @MethodSpec(className = "java.nio.file.Files", methodName = "size", parameterTypes = "java.nio.file.Path"))
    public static String size(@ReturnValue long bytes) {
        return "size " + bytes;
    }

    @PayloadInterception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "java.io.Closeable", methodName = "close"))
    public static String isAbstract(@ThisValue Closeable closed) {
        return "close";
    }

    @PayloadInterception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "java.lang.reflect.Method", methodName = "invoke", parameterTypes = ".."))
    public static String asksItsCaller() {
        return "invoke";
    }

    @PayloadInterception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "java.util.ArrayList", methodName = "grow"))
    public static String hidden() {
        return "grow";
    }

    @PayloadInterception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "java.lang.ProcessBuilder", methodName = "stop"))
    public static String notThere() {
        return "stop";
    }
}
