package sim.instrumentation.aop.aspectj;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import sim.context.ContextSnapshot;

/**
 * The contexts of tasks that were submitted as they are, by the task's identity, until the task runs. An object that was
 * submitted several times is given its contexts in the order of submission. Keys are weak: a task that never runs is
 * forgotten with the object, and counted. Any thread.
 */
final class TaskTable {
    private final Map<Object, Waiting> waiting = new ConcurrentHashMap<>();
    private final ReferenceQueue<Object> gone = new ReferenceQueue<>();
    private final Runnable neverRan;

    TaskTable(Runnable neverRan) {
        this.neverRan = neverRan;
    }

    /**
     * @param again whether the task will run more than once
     */
    void put(Object task, ContextSnapshot in, boolean again) {
        for (Reference<?> key = gone.poll(); key != null; key = gone.poll()) {
            Waiting left = waiting.remove(key);
            if (left != null && !left.again) {
                neverRan.run();
            }
        }
        waiting.compute(new Key(task, gone), (key, known) -> {
            Waiting now = known == null || again || known.again ? new Waiting() : known;
            now.again = again;
            now.snapshots.add(in);
            return now;
        });
    }

    /** The context in which the task is to run now, or null. */
    ContextSnapshot take(Object task) {
        if (waiting.isEmpty()) {
            return null;
        }
        ContextSnapshot[] taken = new ContextSnapshot[1];
        waiting.computeIfPresent(new Key(task, null), (key, known) -> {
            taken[0] = known.again ? known.snapshots.peek() : known.snapshots.poll();
            return known.snapshots.isEmpty() ? null : known;
        });
        return taken[0];
    }

    /** Forgets the last submission of a task, which will not run for it. */
    void forget(Object task) {
        if (!waiting.isEmpty()) {
            waiting.computeIfPresent(new Key(task, null), (key, known) -> {
                known.snapshots.pollLast();
                return known.snapshots.isEmpty() ? null : known;
            });
        }
    }

    /** Guarded by the map's entry. */
    private static final class Waiting {
        final Deque<ContextSnapshot> snapshots = new ArrayDeque<>(1);
        boolean again;
    }

    private static final class Key extends WeakReference<Object> {
        private final int hash;

        Key(Object task, ReferenceQueue<Object> gone) {
            super(task, gone);
            this.hash = System.identityHashCode(task);
        }

        @Override
        public boolean equals(Object other) {
            if (this == other) {
                return true;
            }
            Object task = get();
            return task != null && other instanceof Key && ((Key) other).refersTo(task);
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }
}
