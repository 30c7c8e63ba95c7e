package sim.jfr;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import sim.base.thread.ThreadId;
import sim.context.ThreadKey;

/**
 * The innermost open scope of every thread: all the state that contexts have. A thread finds its slot by its id, and checks that the scope
 * there is its own. It has a slot only while one of its scopes is open, so a virtual thread leaves nothing behind. Only the thread itself
 * sets its slot. Any thread may call {@link #forEach}, which sees each thread as it was a moment ago.
 */
final class Current {
    private static final int BITS = 14;
    private static final int SIZE = 1 << BITS;
    private static final int WINDOW = 8;
    private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(RecordingScope[].class);

    private static final RecordingScope[] SLOTS = new RecordingScope[SIZE];
    /** Scopes of threads that found no slot. */
    private static final Map<ThreadKey, RecordingScope> BEYOND = new ConcurrentHashMap<>();

    private Current() {}

    /** The calling thread's innermost open scope, or null. */
    static RecordingScope scope() {
        Thread thread = Thread.currentThread();
        RecordingScope scope = find(thread, first(thread));
        return scope == null || !scope.closed ? scope : RecordingScope.heal(scope);
    }

    /** Makes {@code scope} the calling thread's innermost one, in place of {@code before}. Either may be null. */
    static void set(Thread thread, RecordingScope before, RecordingScope scope) {
        int first = first(thread);
        if (before == null) {
            enter(thread, first, scope);
            return;
        }
        for (int i = 0; i < WINDOW; i++) {
            int at = first + i & SIZE - 1;
            if (SLOTS[at] == before) {
                // A release store, so that forEach sees a complete scope.
                SLOT.setRelease(SLOTS, at, scope);
                return;
            }
        }
        if (scope == null) {
            BEYOND.remove(new ThreadKey(thread));
        } else {
            BEYOND.put(new ThreadKey(thread), scope);
        }
    }

    /** Passes every thread's innermost scope. Takes threads that ended with open scopes off the table. */
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
        BEYOND.put(new ThreadKey(thread), scope);
    }

    /** Takes over the slot of a dead thread. Returns whether it did. */
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
        return BEYOND.isEmpty() ? null : BEYOND.get(new ThreadKey(thread));
    }

    /** The slots of threads with neighbouring ids are a cache line apart, because each thread writes to its slot at every scope. */
    private static int first(Thread thread) {
        int id = (int) ThreadId.of(thread) & SIZE - 1;
        return (id << 4 | id >>> BITS - 4) & SIZE - 1;
    }
}
