package extended;

import java.util.ArrayList;
import java.util.List;
import org.jinspired.probes.Probes;

/** Threads without end that each probe by hand, a few hundred at a time: {@code platform} or {@code virtual}, how many. */
public final class ManyThreads {
    private static final int AT_A_TIME = 200;

    private ManyThreads() {}

    public static void main(String[] args) throws Exception {
        Probes.Name name = Probes.parse("many.task");
        Runnable task = () -> {
            Probes.Probe probe = Probes.begin(name);
            probe.end();
        };
        int many = Integer.parseInt(args[1]);
        for (int begun = 0; begun < many; begun += AT_A_TIME) {
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < AT_A_TIME; i++) {
                threads.add(start(args[0], task));
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
        System.out.println("ended " + many);
    }

    private static Thread start(String kind, Runnable task) throws ReflectiveOperationException {
        if (kind.equals("virtual")) {
            return (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
        }
        Thread thread = new Thread(task);
        thread.start();
        return thread;
    }
}
