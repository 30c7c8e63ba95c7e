package woven;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** An agent that holds a lock while it changes a class, and loads another class meanwhile. */
public final class Locking implements ClassFileTransformer {
    static final Object LOCK = new Object();
    static final CountDownLatch HELD = new CountDownLatch(1);
    static final CountDownLatch WEAVING = new CountDownLatch(1);

    public static void premain(String argument, Instrumentation instrumentation) {
        instrumentation.addTransformer(new Locking());
    }

    @Override
    public byte[] transform(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain,
            byte[] bytes) {
        if ("woven/Interleaved$Other".equals(name)) {
            synchronized (LOCK) {
                load(loader, "woven.Interleaved$Inner");
            }
        } else if ("woven/Interleaved$OfTheWeavers".equals(name)) {
            synchronized (LOCK) {
                System.out.println("the weaver's thread had the other agent's lock");
            }
        }
        return null;
    }

    /** Called with the lock. */
    static void load(ClassLoader loader, String name) {
        try {
            HELD.countDown();
            WEAVING.await(60, TimeUnit.SECONDS);
            Class.forName(name, true, loader);
        } catch (ClassNotFoundException | InterruptedException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
