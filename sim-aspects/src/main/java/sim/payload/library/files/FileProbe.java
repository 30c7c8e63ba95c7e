package sim.payload.library.files;

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
 * Files that woven code opens, reads, writes and changes: {@code libraries=files}. Its handlers run around calls of the JDK in woven code;
 * calls inside the JDK are not seen. The handlers of reads and writes are reentrant, because a stream of the application or of a library
 * may read or write another stream. On the application's threads.
 */
@Probe(name = "Files", description = "Files opened, read, written and changed, by path; calls in woven code", controlObjects = true, customTypes = FileProbe.Type.class)
public final class FileProbe {
    private static final String IN = "java.io.InputStream";
    private static final String OUT = "java.io.OutputStream";
    private static final String READER = "java.io.Reader";
    private static final String WRITER = "java.io.Writer";
    private static final String RANDOM = "java.io.RandomAccessFile";
    private static final String CHANNEL = "java.nio.channels.FileChannel";
    private static final String FILES = "java.nio.file.Files";

    /** What was done to a file. */
    public enum Type implements TypeCustomizer {
        /** It was opened. */
        OPEN("open", 0x6A1B9A),
        /** Something was read. */
        READ("read", 0x2E7D32),
        /** Something was written. */
        WRITE("write", 0xC62828),
        /** It was copied, moved or deleted. */
        CHANGE("change", 0xEF6C00);

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

    private FileProbe() {}

    @PayloadInterception(invokeOn = InvocationType.ENTER, exceptionPayloads = true, method = {
            @MethodSpec(className = "java.io.FileInputStream", methodName = "<init>", parameterTypes = ".."),
            @MethodSpec(className = "java.io.FileOutputStream", methodName = "<init>", parameterTypes = ".."),
            @MethodSpec(className = "java.io.FileReader", methodName = "<init>", parameterTypes = ".."),
            @MethodSpec(className = "java.io.FileWriter", methodName = "<init>", parameterTypes = ".."),
            @MethodSpec(className = RANDOM, methodName = "<init>", parameterTypes = "..")})
    public static Payload make(ProbeContext context, @Parameter(0) Object file) {
        return OpenFiles.opening(context, file);
    }

    @AdditionalInterception(InvocationType.EXIT)
    public static void made(ProbeContext context, @Parameter(0) Object file, @ThisValue Object opened) {
        OpenFiles.opened(context, file, opened);
    }

    @PayloadInterception(invokeOn = InvocationType.ENTER, exceptionPayloads = true, method = {
            @MethodSpec(className = FILES, methodName = "newInputStream", parameterTypes = ".."),
            @MethodSpec(className = FILES, methodName = "newOutputStream", parameterTypes = ".."),
            @MethodSpec(className = FILES, methodName = "newByteChannel", parameterTypes = ".."),
            @MethodSpec(className = FILES, methodName = "newBufferedReader", parameterTypes = ".."),
            @MethodSpec(className = FILES, methodName = "newBufferedWriter", parameterTypes = ".."),
            @MethodSpec(className = CHANNEL, methodName = "open", parameterTypes = "..")})
    public static Payload open(ProbeContext context, @Parameter(0) Object file) {
        return OpenFiles.opening(context, file);
    }

    @AdditionalInterception(InvocationType.EXIT)
    public static void opened(ProbeContext context, @Parameter(0) Object file, @ReturnValue Object opened) {
        OpenFiles.opened(context, file, opened);
    }

    @PayloadInterception(invokeOn = InvocationType.ENTER, reentrant = true, exceptionPayloads = true, method = {
            @MethodSpec(className = IN, methodName = "read", parameterTypes = "..", subtypes = true),
            @MethodSpec(className = IN, methodName = "readAllBytes", parameterTypes = "..", subtypes = true),
            @MethodSpec(className = IN, methodName = "readNBytes", parameterTypes = "..", subtypes = true),
            @MethodSpec(className = IN, methodName = "transferTo", parameterTypes = "..", subtypes = true),
            @MethodSpec(className = READER, methodName = "read", parameterTypes = "..", subtypes = true),
            @MethodSpec(className = READER, methodName = "transferTo", parameterTypes = "..", subtypes = true),
            @MethodSpec(className = "java.io.BufferedReader", methodName = "readLine", parameterTypes = "..", subtypes = true),
            @MethodSpec(className = CHANNEL, methodName = "read", parameterTypes = "..", subtypes = true),
            @MethodSpec(className = CHANNEL, methodName = "transferTo", parameterTypes = "..", subtypes = true)})
    public static Payload read(ProbeContext context, @ThisValue Object file) {
        return OpenFiles.reading(context, file);
    }

    @PayloadInterception(invokeOn = InvocationType.ENTER, reentrant = true, exceptionPayloads = true, method = {
            @MethodSpec(className = OUT, methodName = "write", parameterTypes = "..", subtypes = true),
            @MethodSpec(className = WRITER, methodName = "write", parameterTypes = "..", subtypes = true),
            @MethodSpec(className = WRITER, methodName = "append", parameterTypes = "..", subtypes = true),
            @MethodSpec(className = WRITER, methodName = "flush", parameterTypes = "..", subtypes = true),
            @MethodSpec(className = CHANNEL, methodName = "write", parameterTypes = "..", subtypes = true),
            @MethodSpec(className = CHANNEL, methodName = "transferFrom", parameterTypes = "..", subtypes = true),
            @MethodSpec(className = CHANNEL, methodName = "force", parameterTypes = "..", subtypes = true),
            @MethodSpec(className = CHANNEL, methodName = "truncate", parameterTypes = "..", subtypes = true)})
    public static Payload write(ProbeContext context, @ThisValue Object file) {
        return OpenFiles.writing(context, file);
    }

    @PayloadInterception(invokeOn = InvocationType.ENTER, exceptionPayloads = true, method = {
            @MethodSpec(className = RANDOM, methodName = "read", parameterTypes = ".."),
            @MethodSpec(className = RANDOM, methodName = "readFully", parameterTypes = ".."),
            @MethodSpec(className = RANDOM, methodName = "readLine", parameterTypes = "..")})
    public static Payload readRandom(ProbeContext context, @ThisValue Object file) {
        return OpenFiles.reading(context, file);
    }

    @PayloadInterception(invokeOn = InvocationType.ENTER, exceptionPayloads = true, method = {
            @MethodSpec(className = RANDOM, methodName = "write", parameterTypes = ".."),
            @MethodSpec(className = RANDOM, methodName = "setLength", parameterTypes = "..")})
    public static Payload writeRandom(ProbeContext context, @ThisValue Object file) {
        return OpenFiles.writing(context, file);
    }

    @PayloadInterception(invokeOn = InvocationType.ENTER, exceptionPayloads = true, method = {
            @MethodSpec(className = FILES, methodName = "readAllBytes", parameterTypes = ".."),
            @MethodSpec(className = FILES, methodName = "readAllLines", parameterTypes = ".."),
            @MethodSpec(className = FILES, methodName = "readString", parameterTypes = "..")})
    public static Payload readWhole(ProbeContext context, @Parameter(0) Object path) {
        return OpenFiles.readingAll(context, "read ", path);
    }

    @PayloadInterception(invokeOn = InvocationType.ENTER, exceptionPayloads = true, method = {
            @MethodSpec(className = FILES, methodName = "write", parameterTypes = ".."),
            @MethodSpec(className = FILES, methodName = "writeString", parameterTypes = "..")})
    public static Payload writeWhole(ProbeContext context, @Parameter(0) Object path) {
        return OpenFiles.writingAll(context, "write ", path);
    }

    @PayloadInterception(invokeOn = InvocationType.ENTER, exceptionPayloads = true, method = @MethodSpec(className = FILES, methodName = "copy", parameterTypes = ".."))
    public static Payload copy(ProbeContext context, @Parameter(0) Object path) {
        return OpenFiles.changing(context, "copy ", path);
    }

    @PayloadInterception(invokeOn = InvocationType.ENTER, exceptionPayloads = true, method = @MethodSpec(className = FILES, methodName = "move", parameterTypes = ".."))
    public static Payload move(ProbeContext context, @Parameter(0) Object path) {
        return OpenFiles.changing(context, "move ", path);
    }

    @PayloadInterception(invokeOn = InvocationType.ENTER, exceptionPayloads = true, method = {
            @MethodSpec(className = FILES, methodName = "delete", parameterTypes = ".."),
            @MethodSpec(className = FILES, methodName = "deleteIfExists", parameterTypes = "..")})
    public static Payload delete(ProbeContext context, @Parameter(0) Object path) {
        return OpenFiles.changing(context, "delete ", path);
    }

    @PayloadInterception(invokeOn = InvocationType.ENTER, reentrant = true, method = @MethodSpec(className = "java.io.Closeable", methodName = "close", parameterTypes = "..", subtypes = true))
    public static String closed(ProbeContext context, @ThisValue Object file) {
        return OpenFiles.closed(context, file);
    }
}
