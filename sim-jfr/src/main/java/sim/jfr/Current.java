package sim.jfr;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The innermost open scope of every thread: the whole state contexts have. A thread finds its own by its id, checked by
 * identity, and is in the table only while a scope of it is open, so a virtual thread costs nothing once it has left. Only
 * a thread itself sets its entry; {@link #forEach} may be called by any and sees each thread as it was a moment ago.
 */
final class Current {
    private static final int BITS = 14;
    private static final int SIZE = 1 << BITS;
    private static final int WINDOW = 8;
    private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(RecordingScope[].class);

    private static final RecordingScope[] SLOTS = new RecordingScope[SIZE];
    /** What found no slot. */
    private static final Map<Identity, RecordingScope> BEYOND = new ConcurrentHashMap<>();

    private Current() {}

    /** The calling thread's innermost open scope, or null. */
    static RecordingScope scope() {
        Thread thread = Thread.currentThread();
        RecordingScope scope = find(thread, first(thread));
        return scope == null || !scope.closed ? scope : RecordingScope.heal(scope);
    }

    /** Makes a scope of the calling thread its innermost one; {@code before} is the one that was, either may be null. */
    static void set(Thread thread, RecordingScope before, RecordingScope scope) {
        int first = first(thread);
        if (before == null) {
            enter(thread, first, scope);
            return;
        }
        for (int i = 0; i < WINDOW; i++) {
            int at = first + i & SIZE - 1;
            if (SLOTS[at] == before) {
                // Released, so that forEach sees the scope whole.
                SLOT.setRelease(SLOTS, at, scope);
                return;
            }
        }
        if (scope == null) {
            BEYOND.remove(new Identity(thread));
        } else {
            BEYOND.put(new Identity(thread), scope);
        }
    }

    /** Passes every thread's innermost scope, and takes threads that ended with scopes open off the table. */
    static void forEach(Consumer<RecordingScope> each) {
        for (int at = 0; at < SIZE; at++) {
            RecordingScope scope = (RecordingScope) SLOT.getAcquire(SLOTS, at);
            if (scope != null && !abandoned(at, scope, null)) {
                each.accept(scope);
            }
        }
        removeDead();
        BEYOND.values().forEach(each);
    }

    private static void enter(Thread thread, int first, RecordingScope scope) {
        for (int i = 0; i < WINDOW; i++) {
            int at = first + i & SIZE - 1;
            RecordingScope there = SLOTS[at];
            if (there == null
                    ? SLOT.compareAndSet(SLOTS, at, (RecordingScope) null, scope)
                    : abandoned(at, there, scope)) {
                return;
            }
        }
        if (BEYOND.size() >= SIZE) {
            removeDead();
        }
        BEYOND.put(new Identity(thread), scope);
    }

    /** Takes over the slot of a thread that is dead. */
    private static boolean abandoned(int at, RecordingScope there, RecordingScope next) {
        if (there.thread.isAlive() || !SLOT.compareAndSet(SLOTS, at, there, next)) {
            return false;
        }
        Counter.ABANDONED.add();
        return true;
    }

    private static void removeDead() {
        BEYOND.entrySet().removeIf(each -> {
            boolean dead = !each.getKey().thread.isAlive();
            if (dead) {
                Counter.ABANDONED.add();
            }
            return dead;
        });
    }

    private static RecordingScope find(Thread thread, int first) {
        for (int i = 0; i < WINDOW; i++) {
            RecordingScope scope = SLOTS[first + i & SIZE - 1];
            if (scope != null && scope.thread == thread) {
                return scope;
            }
        }
        return BEYOND.isEmpty() ? null : BEYOND.get(new Identity(thread));
    }

    /** Threads with neighbouring ids are a cache line apart, because each writes its slot at every scope. */
    private static int first(Thread thread) {
        int id = (int) thread.getId() & SIZE - 1;
        return (id << 4 | id >>> BITS - 4) & SIZE - 1;
    }

    /** A thread as a key whatever its class makes of equals. */
    private record Identity(Thread thread) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Identity && ((Identity) other).thread == thread;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(thread);
        }
    }
}
