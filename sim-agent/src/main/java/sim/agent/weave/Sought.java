package sim.agent.weave;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A method that a pointcut of SIM's own aspects selects: one that a class calls, or one of its own. An aspect leaves a class without any
 * such method unchanged.
 *
 * @param isCalled   whether the pointcut selects calls of the method; otherwise it selects the method's own code
 * @param type       the begin of the name of a type that declares the method, or is above that one; empty for any
 * @param name       the method's name, or its begin and {@code *}
 * @param parameters what the method's descriptor contains
 */
record Sought(boolean isCalled, String type, String name, String parameters) {
    private static final String HANDED_ON = "sim.instrumentation.aop.aspectj.";
    private static final String LIBRARY = "sim.payload.library.";
    private static final String CONCURRENT = "java/util/concurrent/";
    private static final String RUNNABLE = "(Ljava/lang/Runnable;)";
    private static final String CONNECTION = "java/net/URLConnection";
    private static final String HANDLED = "HttpServletRequest;L";
    private static final String CLIENT5 = "org/apache/hc/client5/http/";
    private static final String KAFKA = "org/apache/kafka/clients/";

    /**
     * By aspect, what its pointcuts select. The list must cover all that they select; {@code LookBesideWeaverTest} compares it with the
     * weaver.
     */
    static final Map<String, List<Sought>> BY_ASPECT = Map.ofEntries(
            Map.entry(HANDED_ON + "ExecutorPropagator", List.of(
                    call(CONCURRENT + "Executor", "execute", RUNNABLE),
                    call(CONCURRENT + "ExecutorService", "submit", ""),
                    call(CONCURRENT + "ExecutorService", "invokeA*", ""),
                    call(CONCURRENT + "ScheduledExecutorService", "schedule*", ""),
                    call(CONCURRENT + "CompletionService", "submit", ""),
                    call(CONCURRENT + "ForkJoinPool", "invoke", ""),
                    call(CONCURRENT + "ForkJoinPool", "execute", "ForkJoinTask;)"),
                    call(CONCURRENT + "ForkJoinTask", "invokeAll", ""), call(CONCURRENT + "ForkJoinTask", "adapt*", ""),
                    call(CONCURRENT + "ForkJoinTask", "fork", "()"), call(CONCURRENT + "FutureTask", "<init>", ""),
                    call(CONCURRENT + "ThreadPoolExecutor", "remove", RUNNABLE),
                    call(CONCURRENT + "ExecutorService", "shutdownNow", "()"), code("java/lang/Runnable", "run", "()V"),
                    code(CONCURRENT + "Callable", "call", "()"), code(CONCURRENT + "ForkJoinTask", "compute", "()"),
                    code(CONCURRENT + "ForkJoinTask", "exec", "()Z"),
                    code(CONCURRENT + "RejectedExecutionHandler", "rejectedExecution", ""))),
            Map.entry(HANDED_ON + "StagePropagator", List.of(
                    call(CONCURRENT + "CompletionStage", "*", "Ljava/util/function/"),
                    call(CONCURRENT + "CompletionStage", "*", "Ljava/lang/Runnable;"))),
            Map.entry(HANDED_ON + "TimerPropagator", List.of(
                    call("java/util/Timer", "schedule*", "(Ljava/util/TimerTask;"),
                    code("java/util/TimerTask", "run", "()V"))),
            Map.entry(HANDED_ON + "ThreadPropagator", List.of(call("java/lang/Thread", "startVirtualThread", RUNNABLE),
                    call("", "start", RUNNABLE), call("", "unstarted", RUNNABLE),
                    call(CONCURRENT + "ThreadFactory", "newThread", RUNNABLE),
                    call("java/lang/Thread", "start", "()V"))),
            Map.entry(HANDED_ON + "StreamPropagator", List.of(call("java/util/stream/BaseStream", "*", "(L"))),
            Map.entry(LIBRARY + "http.RequestAspect", List.of(
                    code("", "*", "Lcom/sun/net/httpserver/HttpExchange;)V"), code("", "service", HANDLED),
                    call("com/sun/net/httpserver/HttpExchange", "sendResponseHeaders", "(IJ)V"))),
            Map.entry(LIBRARY + "http.SpringMvcAspect", List.of(code("", "handle", HANDLED))),
            Map.entry(LIBRARY + "jdkhttp.JdkHttpAspect", Stream.concat(
                    Stream.of(call("java/net/http/HttpClient", "send*", "(Ljava/net/http/HttpRequest;"),
                            call("java/net/URL", "openStream", "()")),
                    Stream.of("getInputStream", "getOutputStream", "getResponse*", "getContent*", "getHeader*",
                            "getLastModified", "getDate", "getExpiration", "connect")
                            .map(name -> call(CONNECTION, name, "")))
                    .toList()),
            Map.entry(LIBRARY + "jdbc.JdbcAspect", List.of(code("java/sql/Statement", "execute*", ""),
                    code("java/sql/Connection", "prepare*", "(Ljava/lang/String;"),
                    code("java/sql/Connection", "close", ""),
                    code("java/sql/Connection", "abort", ""), code("java/sql/Driver", "connect", ""))),
            Map.entry(LIBRARY + "apache.ApacheHttpAspect", List.of(code(CLIENT5, "doExecute", ""),
                    code(CLIENT5, "executeImmediate", ""), call(CLIENT5, "execute", ""))),
            Map.entry(LIBRARY + "kafka.KafkaAspect", Stream.of("doSend", "poll", "close", "iterator", "records")
                    .map(name -> code(KAFKA, name, "")).toList()));

    boolean isNamed(String other) {
        return name.endsWith("*") ? other.startsWith(name.substring(0, name.length() - 1)) : other.equals(name);
    }

    boolean isIn(String typeName) {
        return typeName.startsWith(type);
    }

    private static Sought call(String type, String name, String parameters) {
        return new Sought(true, type, name, parameters);
    }

    private static Sought code(String type, String name, String parameters) {
        return new Sought(false, type, name, parameters);
    }
}
