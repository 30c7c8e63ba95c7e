package woven;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.aspectj.lang.JoinPoint;
import sim.instrumentation.data.ContextManager;

/** What the overriding hooks do, whatever style their aspect is written in. */
final class Hooks {
    private Hooks() {}

    static void ran(String hook, JoinPoint joinPoint) {
        System.out.println("hook " + hook + " " + joinPoint.getKind() + " " + joinPoint.getSignature().getName());
    }

    /** As published aspects do it. */
    static void put(String key, Object value) {
        ContextManager.getCurrentContext().put(key, value);
    }

    static void beginOwn() {
        ContextManager.createNewContext("mine", "own");
    }

    static void endOwn() {
        System.out.println("destroyed " + ContextManager.destroyCurrentContext().getName());
    }

    static Map<String, Object> read(String when, JoinPoint joinPoint, Object returned) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put(when + " " + joinPoint.getKind(), String.valueOf(returned));
        return values;
    }

    static Object listener(JoinPoint.StaticPart call, int position, Object task) {
        System.out.println("hook propagate " + call.getSignature().getName() + " " + position);
        @SuppressWarnings("unchecked")
        Consumer<String> listener = position == 0 ? (Consumer<String>) task : null;
        return listener == null ? task : (Consumer<String>) topic -> listener.accept(topic + " propagated");
    }
}
