package woven;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.aspectj.lang.JoinPoint;
import sim.instrumentation.annotation.Instrument;

/** Many threads meet join points for the first time at once; every call counts once. */
public class Rush {
    static final int THREADS = 8;
    static final int CALLS = 1_000;

    @Instrument
    void byTwo() {}

    void byOne() {}

    public static void main(String[] args) throws Exception {
        CountDownLatch start = new CountDownLatch(1);
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            Rush mine = new Rush();
            Thread thread = new Thread(() -> {
                try {
                    start.await();
                } catch (InterruptedException stop) {
                    throw new IllegalStateException(stop);
                }
                for (int call = 0; call < CALLS; call++) {
                    mine.byTwo();
                    mine.byOne();
                }
            });
            thread.start();
            all.add(thread);
        }
        start.countDown();
        for (Thread thread : all) {
            thread.join();
        }
        // what an aspect of the user's asks a join point for is as the weaver made it
        var field = Rush.class.getDeclaredField("ajc$tjp_0");
        field.setAccessible(true);
        var place = ((JoinPoint.StaticPart) field.get(null)).getSourceLocation();
        System.out.println("place " + place + " line " + place.getLine() + " of " + place.getFileName() + " in "
                + place.getWithinType().getName());
        Report.print();
    }
}
