package woven;

import java.util.TreeMap;
import java.util.function.Consumer;
import sim.context.Context;
import sim.instrumentation.annotation.CreateContext;
import sim.instrumentation.data.ContextManager;

/** What the hooks of every abstract aspect are overridden for, in one of two styles; prints one line a hook that ran. */
public class Hooked {
    /** An argument that tells when somebody looks at it. */
    static final class Secret {
        static int told;

        @Override
        public String toString() {
            told++;
            return "secret";
        }
    }

    /** Hands work on. */
    static final class Bus {
        static void send(Consumer<String> listener, String topic) {
            listener.accept(topic);
        }
    }

    /** Selected for its constructor and field, whose values an aspect reads itself. */
    static final class Read {
        private String value;

        Read(String argument) {
            value = argument;
        }

        String both(String argument) {
            return argument + value;
        }

        @CreateContext
        void nested() {
            System.out.println("nested in " + ContextManager.getCurrentContext().getName());
        }
    }

    private Object state = "new";

    Hooked(Secret secret) {}

    /** All kinds of places. */
    String written(Secret secret) {
        state = secret;
        Object read = state;
        return read == secret ? "result" : "";
    }

    void failing(Secret secret) {
        throw new IllegalStateException("failing failed");
    }

    void handling(Secret secret) {
        try {
            failing(secret);
        } catch (IllegalStateException handled) {
            state = "handled";
        }
    }

    /** Its writer's hook throws. */
    void broken(String argument) {}

    /** Its writer calls the default, and adds something. */
    String both(String argument) {
        return argument;
    }

    void created() {
        Context current = ContextManager.getCurrentContext();
        System.out.println("created in " + current.getName() + " " + current.getTag());
    }

    void named() {
        Context current = ContextManager.getCurrentContext();
        System.out.println("named in " + current.getName() + " " + current.getTag());
    }

    void counted() {}

    void byEarlierName() {}

    void byEarlierNameInConfiguration() {}

    void byHooks() {}

    void byDefaultHooks() {}

    void byDefaultHooksInConfiguration() {
        throw new IllegalStateException("by default");
    }

    public static void main(String[] args) {
        ContextManager.createNewContext("outer", "");
        Secret secret = new Secret();
        Hooked hooked = new Hooked(secret);
        System.out.println("written " + hooked.written(secret));
        hooked.handling(secret);
        hooked.broken("argument");
        hooked.both("argument");
        Read read = new Read("one");
        read.both("two");
        read.nested();
        System.out.println("told " + Secret.told);
        hooked.created();
        hooked.named();
        hooked.counted();
        hooked.byEarlierName();
        hooked.byEarlierNameInConfiguration();
        hooked.byHooks();
        hooked.byDefaultHooks();
        try {
            hooked.byDefaultHooksInConfiguration();
        } catch (IllegalStateException expected) {
            System.out.println("threw " + expected.getMessage());
        }
        Bus.send(topic -> System.out.println("sent " + topic), "news");
        Context outer = ContextManager.getCurrentContext();
        new TreeMap<>(outer.getValues()).forEach((key, value) -> System.out.println("value " + key + "=" + value));
        ContextManager.destroyCurrentContext();
        System.out.println("left " + ContextManager.getCurrentContext());
        Report.print();
    }
}
