package tried;

import org.slf4j.MDC;

/** Has loaded its logging's diagnostic context, and uses it much later. */
public final class LateLogger {
    private LateLogger() {}

    public static void main(String[] arguments) throws Exception {
        Class<?> loaded = Class.forName("org.slf4j.MDC", false, LateLogger.class.getClassLoader());
        Told.look();
        Told.in("order", () -> null);
        Told.look();
        Class<?> unsafe = Class.forName("jdk.internal.misc.Unsafe");
        System.out.println("does leave it " + unsafe.getMethod("shouldBeInitialized", Class.class)
                .invoke(unsafe.getMethod("getUnsafe").invoke(null), loaded));
        MDC.put("shop", "north");
        Told.look();
        Told.in("order", () -> {
            System.out.println("mdc inside: " + Told.whose(MDC.get("trace_id"), MDC.get("span_id")));
            return null;
        });
        System.out.println("does shop " + MDC.get("shop") + " " + MDC.get("trace_id"));
        Told.print();
    }
}
