package workload;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.CallSite;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.lang.management.ManagementFactory;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntUnaryOperator;
import sim.metrics.probe.Metering;
import sim.metrics.probe.ProbeSite;
import sim.model.snapshot.HotspotControl;

/**
 * What latches take: {@code NAMES THREADS}. It closes in a turn, and opens by a control for everything, those that compiled code knows. Each
 * name is of one method, the threads wait. With {@code -Dsim.hotspot.enabled=false} and no collector.
 */
public final class Latched {
    /** Between turns, and longer than the JIT needs for the methods, ms. */
    private static final long TURN = 6_000;
    private static final int CALLS = 20_000;
    private static int made;

    private Latched() {}

    public static void main(String[] arguments) throws Exception {
        Figures.print("bytes", bytesOfOne());
        IntUnaryOperator[] methods = new IntUnaryOperator[Integer.parseInt(arguments[0])];
        byte[] bytes = bytes();
        for (int i = 0; i < methods.length; i++) {
            methods[i] = (IntUnaryOperator) new Copies().copy(bytes).getConstructor().newInstance();
        }
        for (int i = 0; i < Integer.parseInt(arguments[1]); i++) {
            Thread waits = new Thread(() -> waitAt(20));
            waits.setDaemon(true);
            waits.start();
        }
        all(HotspotControl.Action.DISABLE);
        compile(methods);
        long began = System.nanoTime();
        Metering.runtime().drain(); // the first is a turn
        Figures.print("us.first.turn", (System.nanoTime() - began) / 1e3);
        for (int turns = 0; turns < 5; turns++) {
            Thread.sleep(TURN);
            Metering.runtime().drain();
        }
        compile(methods);
        began = System.nanoTime();
        all(HotspotControl.Action.ENABLE);
        Figures.print("us.control", (System.nanoTime() - began) / 1e3);
    }

    /** A latch is a call site without fields of its own. */
    private static double bytesOfOne() throws InterruptedException {
        CallSite[] sites = new CallSite[100_000];
        MethodType type = MethodType.methodType(void.class);
        sites[0] = new MutableCallSite(type);
        long before = heap();
        for (int i = 0; i < sites.length; i++) {
            sites[i] = new MutableCallSite(sites[0].getTarget());
        }
        return (double) (heap() - before) / sites.length;
    }

    private static long heap() throws InterruptedException {
        for (int i = 0; i < 5; i++) {
            System.gc();
            Thread.sleep(50);
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static void all(HotspotControl.Action action) {
        Metering.runtime().control(new HotspotControl(action, "", "", -1, -1));
    }

    private static void compile(IntUnaryOperator[] methods) throws InterruptedException {
        long sum = 0;
        for (int round = 0; round < 3; round++) {
            for (IntUnaryOperator each : methods) {
                for (int i = 0; i < CALLS; i++) {
                    sum += each.applyAsInt(i);
                }
            }
            Thread.sleep(TURN / 3);
        }
        System.out.println("sum " + sum);
    }

    private static void waitAt(int depth) {
        if (depth > 0) {
            waitAt(depth - 1);
        } else {
            while (true) {
                LockSupport.park();
            }
        }
    }

    private static byte[] bytes() throws IOException {
        try (InputStream in = Latched.class.getResourceAsStream("Latched$Short.class")) {
            return in.readAllBytes();
        }
    }

    /** The site of the class that is made next. */
    public static ProbeSite next() {
        return Metering.runtime().site("workload.Latched", "method" + made++);
    }

    /** Each has one copy of a class. */
    private static final class Copies extends ClassLoader {
        Copies() {
            super(Latched.class.getClassLoader());
        }

        Class<?> copy(byte[] bytes) {
            return defineClass(null, bytes, 0, bytes.length);
        }
    }

    /** As the agent weaves it. */
    public static final class Short implements IntUnaryOperator {
        private static final ProbeSite SITE = next();

        @Override
        public int applyAsInt(int of) {
            Object hint = SITE.begin();
            try {
                int half = of / 2;
                SITE.end(hint, null);
                return half;
            } catch (Throwable error) {
                SITE.end(hint, error);
                throw error;
            }
        }
    }
}
