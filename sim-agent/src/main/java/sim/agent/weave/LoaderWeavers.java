package sim.agent.weave;

import java.io.IOException;
import java.security.ProtectionDomain;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.aspectj.bridge.context.CompilationAndWeavingContext;
import org.aspectj.weaver.loadtime.Aj;
import org.aspectj.weaver.loadtime.ClassLoaderWeavingAdaptor;
import sim.agent.hook.WeaverHooks;

/**
 * AspectJ's weavers of one class loader. A weaver works for one thread at a time, and nearly always there is one. While a thread weaves, it
 * may load classes, and wait there for a lock of the application's or of another agent's transformer. The thread that holds that lock may
 * want to weave. So a thread waits a second at most for the weaver, and then gets another one.
 */
final class LoaderWeavers {
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(1);
    /** The most weavers of a loader. */
    private static final int MOST = 8;

    /**
     * Guarded by itself, and waited for by its monitor. A queue that waits parks the program's thread, which takes what another thread has given it by
     * {@code unpark}: who loads a class between a look and {@code park} would then wait for ever. Such a queue would also make the JDK's common pool, and the
     * program may still say what that is like.
     */
    private final Deque<ClassLoaderWeavingAdaptor> idle = new ArrayDeque<>();
    private final AtomicInteger made = new AtomicInteger();

    /** Whether the weaver's own property or option leaves this loader out. */
    static boolean isSkipped(ClassLoader loader) {
        return Aj.loadersToSkip != null && Aj.loadersToSkip.contains(loader.getClass().getName());
    }

    /** Whether some configuration has said that loaders are left out, which holds for all. */
    static boolean areInfluenced() {
        return Aj.loadersToSkip != null;
    }

    /** Weaves a class. What fails is passed to {@link WeaverHooks#threw}. */
    byte[] weave(ClassLoader loader, String name, boolean again, ProtectionDomain domain, byte[] bytes) {
        ClassLoaderWeavingAdaptor weaver = null;
        try {
            weaver = take(loader);
            if (again) {
                weaver.flushGeneratedClassesFor(name);
            }
            weaver.setActiveProtectionDomain(domain);
            return weaver.weaveClass(name, bytes, false);
        } catch (IOException | RuntimeException | Error failure) {
            WeaverHooks.threw(failure);
            return bytes;
        } finally {
            if (weaver != null) {
                weaver.setActiveProtectionDomain(null);
                give(weaver);
            }
            CompilationAndWeavingContext.resetForThread();
        }
    }

    private ClassLoaderWeavingAdaptor take(ClassLoader loader) {
        ClassLoaderWeavingAdaptor free;
        synchronized (idle) {
            free = idle.poll();
        }
        if (free == null && !made.compareAndSet(0, 1)) {
            free = await();
            if (free == null && made.getAndUpdate(count -> Math.min(MOST, count + 1)) == MOST) {
                throw new IllegalStateException(MOST + " weavers of its class loader wait for other classes");
            }
        }
        return free == null ? make(loader) : free;
    }

    private ClassLoaderWeavingAdaptor make(ClassLoader loader) {
        try {
            ClassLoaderWeavingAdaptor weaver = new ClassLoaderWeavingAdaptor();
            weaver.initialize(loader, null);
            return weaver;
        } catch (RuntimeException | Error failure) {
            made.decrementAndGet();
            throw failure;
        }
    }

    private void give(ClassLoaderWeavingAdaptor weaver) {
        synchronized (idle) {
            idle.add(weaver);
            idle.notify();
        }
    }

    /** Null after a second. */
    private ClassLoaderWeavingAdaptor await() {
        long until = System.nanoTime() + PATIENCE;
        boolean interrupted = false;
        try {
            synchronized (idle) {
                for (long left = PATIENCE; idle.isEmpty() && left > 0; left = until - System.nanoTime()) {
                    try {
                        TimeUnit.NANOSECONDS.timedWait(idle, left);
                    } catch (InterruptedException later) {
                        interrupted = true;
                    }
                }
                return idle.poll();
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
