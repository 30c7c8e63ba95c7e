package sim.payload.library.http;

import com.sun.net.httpserver.HttpExchange;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import sim.payload.spi.PayloadRuntime;

/** What happens at the places {@link RequestAspect} points at. Never throws; on the application's threads. */
public final class RequestSplits {
    private static final PayloadRuntime RUNTIME = PayloadRuntime.ofJvm();

    /** How a class of servlet requests tells its method and path: its API comes with the application. */
    private static final ClassValue<MethodHandle[]> SERVLET = new ClassValue<>() {
        @Override
        protected MethodHandle[] computeValue(Class<?> type) {
            return new MethodHandle[]{find(type, "getMethod"), find(type, "getRequestURI")};
        }
    };

    private RequestSplits() {}

    /** A request begins. */
    public static void begin(Object request) {
        RUNTIME.enterSplit(RequestProbe.class,
                RUNTIME.isRecording(RequestProbe.class) ? describe(request) : null);
    }

    /** It ends. */
    public static void end(Throwable error) {
        RUNTIME.exitSplit(error);
    }

    private static String describe(Object request) {
        try {
            if (request instanceof HttpExchange exchange) {
                return exchange.getRequestMethod() + " " + PathPattern.of(exchange.getRequestURI().getPath());
            }
            MethodHandle[] servlet = SERVLET.get(request.getClass());
            return (String) servlet[0].invokeExact(request) + " "
                    + PathPattern.of((String) servlet[1].invokeExact(request));
        } catch (Throwable notKnown) {
            return null;
        }
    }

    /** The method as one of an interface the request has: its own class may be hidden from here. */
    private static MethodHandle find(Class<?> type, String method) {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            for (Class<?> api : at.getInterfaces()) {
                try {
                    return MethodHandles.publicLookup().findVirtual(api, method, MethodType.methodType(String.class))
                            .asType(MethodType.methodType(String.class, Object.class));
                } catch (ReflectiveOperationException another) {
                    // it is not that one's
                }
            }
        }
        return null;
    }
}
