package sim.payload.library.sockets;

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
 * Sockets that woven code connects, reads and writes: {@code libraries=sockets}. Its handlers run around calls of the JDK in woven code;
 * calls inside the JDK are not seen. The handlers of reads and writes are reentrant, because a stream of the application or of a library
 * may read or write another stream. On the application's threads.
 */
@Probe(name = "Sockets", description = "Sockets connected, read and written, by address; calls in woven code", controlObjects = true, customTypes = SocketProbe.Type.class)
public final class SocketProbe {
    private static final String IN = "java.io.InputStream";
    private static final String OUT = "java.io.OutputStream";
    private static final String SOCKET = "java.net.Socket";
    private static final String CHANNEL = "java.nio.channels.SocketChannel";

    /** What was done with a socket. */
    public enum Type implements TypeCustomizer {
        /** It was connected. */
        CONNECT("connect", 0x6A1B9A),
        /** Something was read, or waited for. */
        READ("read", 0x2E7D32),
        /** Something was written. */
        WRITE("write", 0xC62828);

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

    private SocketProbe() {}

    @PayloadInterception(invokeOn = InvocationType.ENTER, exceptionPayloads = true, method = {
            @MethodSpec(className = SOCKET, methodName = "connect", parameterTypes = "..", subtypes = true),
            @MethodSpec(className = CHANNEL, methodName = "connect", parameterTypes = "..", subtypes = true)})
    public static Payload connect(ProbeContext context, @ThisValue Object socket, @Parameter(0) Object address) {
        return OpenSockets.connecting(context, socket, address);
    }

    @AdditionalInterception(InvocationType.EXIT)
    public static void connected(ProbeContext context, @ThisValue Object socket, @Parameter(0) Object address) {
        OpenSockets.connected(context, socket, address);
    }

    @PayloadInterception(invokeOn = InvocationType.ENTER, exceptionPayloads = true, method = @MethodSpec(className = SOCKET, methodName = "<init>", parameterTypes = ".."))
    public static Payload make(ProbeContext context, @Parameter(0) Object host, @Parameter(1) Object port) {
        return OpenSockets.connecting(context, null, OpenSockets.address(host, port));
    }

    @AdditionalInterception(InvocationType.EXIT)
    public static void made(ProbeContext context, @ThisValue Object socket, @Parameter(0) Object host,
            @Parameter(1) Object port) {
        OpenSockets.connected(context, socket, OpenSockets.address(host, port));
    }

    @PayloadInterception(invokeOn = InvocationType.ENTER, exceptionPayloads = true, method = @MethodSpec(className = CHANNEL, methodName = "open", parameterTypes = ".."))
    public static Payload openChannel(ProbeContext context, @Parameter(0) Object address) {
        return OpenSockets.connecting(context, null, address);
    }

    @AdditionalInterception(InvocationType.EXIT)
    public static void channelOpened(ProbeContext context, @ReturnValue Object channel, @Parameter(0) Object address) {
        OpenSockets.connected(context, channel, address);
    }

    @PayloadInterception(invokeOn = InvocationType.EXIT, method = {
            @MethodSpec(className = "java.net.ServerSocket", methodName = "accept", parameterTypes = "..", subtypes = true),
            @MethodSpec(className = "java.nio.channels.ServerSocketChannel", methodName = "accept", parameterTypes = "..", subtypes = true)})
    public static String accepted(ProbeContext context, @ThisValue Object server, @ReturnValue Object socket) {
        return OpenSockets.accepted(context, server, socket);
    }

    @PayloadInterception(invokeOn = InvocationType.EXIT, method = {
            @MethodSpec(className = SOCKET, methodName = "getInputStream", parameterTypes = "..", subtypes = true),
            @MethodSpec(className = SOCKET, methodName = "getOutputStream", parameterTypes = "..", subtypes = true)})
    public static String stream(@ThisValue Object socket, @ReturnValue Object stream) {
        return OpenSockets.streamOf(socket, stream);
    }

    @PayloadInterception(invokeOn = InvocationType.ENTER, reentrant = true, exceptionPayloads = true, method = {
            @MethodSpec(className = IN, methodName = "read", parameterTypes = "..", subtypes = true),
            @MethodSpec(className = IN, methodName = "readAllBytes", parameterTypes = "..", subtypes = true),
            @MethodSpec(className = IN, methodName = "readNBytes", parameterTypes = "..", subtypes = true),
            @MethodSpec(className = IN, methodName = "transferTo", parameterTypes = "..", subtypes = true),
            @MethodSpec(className = CHANNEL, methodName = "read", parameterTypes = "..", subtypes = true)})
    public static Payload read(ProbeContext context, @ThisValue Object of) {
        return OpenSockets.reading(context, of);
    }

    @PayloadInterception(invokeOn = InvocationType.ENTER, reentrant = true, exceptionPayloads = true, method = {
            @MethodSpec(className = OUT, methodName = "write", parameterTypes = "..", subtypes = true),
            @MethodSpec(className = CHANNEL, methodName = "write", parameterTypes = "..", subtypes = true)})
    public static Payload write(ProbeContext context, @ThisValue Object of) {
        return OpenSockets.writing(context, of);
    }

    @PayloadInterception(invokeOn = InvocationType.ENTER, reentrant = true, method = @MethodSpec(className = "java.io.Closeable", methodName = "close", parameterTypes = "..", subtypes = true))
    public static String closed(ProbeContext context, @ThisValue Object socket) {
        return OpenSockets.closed(context, socket);
    }
}
