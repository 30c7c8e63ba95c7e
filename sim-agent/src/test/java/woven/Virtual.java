package woven;

import java.util.ArrayList;
import java.util.List;
import sim.instrumentation.annotation.CreateContext;
import sim.instrumentation.annotation.Instrument;

/** Many virtual threads that each make some calls; started by reflection, for the tests are built for 17. */
public class Virtual {
    @Instrument
    static void outer() throws InterruptedException {
        inner();
        Thread.sleep(1);
        inner();
    }

    @Instrument
    static void inner() {}

    @CreateContext(name = "request")
    static void request() throws InterruptedException {
        outer();
    }

    public static void main(String[] args) throws Exception {
        java.lang.reflect.Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < Integer.parseInt(args[0]); i++) {
            threads.add((Thread) start.invoke(null, (Runnable) () -> {
                try {
                    request();
                } catch (InterruptedException stop) {
                    throw new AssertionError(stop);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        Report.print();
    }
}
