package woven;

import java.util.concurrent.atomic.AtomicInteger;
import sim.payload.injected.ControlObjectName;
import sim.payload.injected.Payload;
import sim.payload.injected.Probe;
import sim.payload.injected.ProbeContext;
import sim.payload.injected.TypeCustomizer;
import sim.payload.injected.interception.AdditionalInterception;
import sim.payload.injected.interception.Interception;
import sim.payload.injected.interception.InvocationType;
import sim.payload.injected.interception.MethodSpec;
import sim.payload.injected.interception.PayloadInterception;
import sim.payload.injected.interception.SplitInterception;
import sim.payload.injected.parameter.ClassName;
import sim.payload.injected.parameter.ExceptionValue;
import sim.payload.injected.parameter.MethodName;
import sim.payload.injected.parameter.Parameter;
import sim.payload.injected.parameter.ReturnValue;
import sim.payload.injected.parameter.ThisValue;
import sim.payload.injected.telemetry.Telemetry;
import sim.payload.injected.telemetry.TelemetryFormat;
import sim.payload.injected.telemetry.TelemetryUnit;

/** Everything an injected probe can ask for, right and wrong. */
@Probe(name = "Store", description = "what was asked of which store", controlObjects = true, customTypes = StoreProbe.Type.class)
public class StoreProbe {
    private static final AtomicInteger FOUND = new AtomicInteger();

    public enum Type implements TypeCustomizer {
        READ,
        WRITE;

        @Override
        public int getColor() {
            return 0x00CC00;
        }
    }

    @PayloadInterception(invokeOn = InvocationType.ENTER, exceptionPayloads = true, method = @MethodSpec(className = "woven.Store", methodName = "find", parameterTypes = {
            "java.lang.String", "int"}, returnType = "java.lang.String", subtypes = true))
    public static Payload find(ProbeContext context, @ThisValue Store store, @Parameter(0) String key) {
        FOUND.incrementAndGet();
        return key.equals("none") ? null : context.createPayload("find " + key, store, Type.READ);
    }

    @PayloadInterception(invokeOn = InvocationType.EXIT, method = @MethodSpec(className = "woven.Store$Disk", methodName = "save", parameterTypes = {
            "int", "long"}))
    public static String save(@Parameter(0) int count, @Parameter(1) long bytes, @ReturnValue long saved,
            @ExceptionValue Throwable error, @ClassName String type, @MethodName String method) {
        return type + "." + method + " " + count + "*" + bytes + "=" + saved + (error == null ? "" : " failed");
    }

    @PayloadInterception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "woven.Store$Disk", methodName = "scan", parameterTypes = {
            "java.lang.String", "java.lang.String"}))
    public static Payload scan(ProbeContext context, @ThisValue Object store) {
        return context.createPayloadWithDeferredName(store, Type.WRITE);
    }

    @AdditionalInterception(InvocationType.EXIT)
    public static String scanned(@ReturnValue int lines) {
        return "scanned " + lines;
    }

    @Interception(invokeOn = InvocationType.EXIT, method = @MethodSpec(className = "woven.Store$Disk", methodName = "<init>", parameterTypes = "java.lang.String"))
    public static void opened(ProbeContext context, @ThisValue Store.Disk store) {
        if (store.name.equals("first")) {
            context.openControlObject(store, "the " + store.name);
        }
    }

    @Interception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "woven.Store$Disk", methodName = "close"))
    public static void closed(ProbeContext context, @ThisValue Object store) {
        context.closeControlObject(store);
    }

    @ControlObjectName
    public static String name(Object store) {
        return "unopened " + ((Store.Disk) store).name;
    }

    @SplitInterception(payloads = false, method = @MethodSpec(className = "woven.Injectable$Service", methodName = "handle", parameterTypes = "java.lang.String"))
    public static String handle(@Parameter(0) String path) {
        return path.isEmpty() ? null : path;
    }

    @PayloadInterception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "woven.Store$Disk", methodName = "broken", parameterTypes = "double"))
    public static String broken(@Parameter(0) double times) {
        throw new IllegalStateException("handler " + times);
    }

    @PayloadInterception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "woven.Store$Disk", methodName = "sync"))
    public static String cannotBe() {
        return "native";
    }

    @PayloadInterception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "woven.Store$Disk", methodName = "gone"))
    public static String notThere() {
        return "gone";
    }

    @PayloadInterception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "java.util.ArrayList", methodName = "clear"))
    public static String jdk() {
        return "jdk";
    }

    @PayloadInterception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "woven.Store$Disk", methodName = "close"))
    public static String tooMany(@Parameter(3) String none) {
        return none;
    }

    @Telemetry(value = "Searches", line = "found", format = @TelemetryFormat(value = TelemetryUnit.PER_SECOND, stacked = true))
    public static int found() {
        return FOUND.get();
    }
}
