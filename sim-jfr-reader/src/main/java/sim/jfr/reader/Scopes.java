package sim.jfr.reader;

/**
 * The scopes of all threads in one chunk, in columns: 40 bytes a scope. Each scope has a row; rows are in the order in which scopes were
 * added. One thread.
 */
final class Scopes {
    static final int NONE = -1;
    static final long BYTES_EACH = 40;

    private final long[] thread;
    private final long[] from;
    private final long[] to;
    private final long[] position;
    /** The rows by thread, and within a thread by their ends. Of two that end together, the inner one is first. */
    private int[] order;
    /** For each row, the row of the scope around it. */
    private int[] outer;
    private int rows;
    /** Where in {@link #order} the last scope was found. Events of one buffer are of one thread, so the next one is mostly near. */
    private int last;

    /** @param most the most scopes that will be added */
    Scopes(int most) {
        thread = new long[most];
        from = new long[most];
        to = new long[most];
        position = new long[most];
        order = new int[most];
        outer = new int[most];
    }

    /**
     * Adds a scope: a thread's time from one tick to another. The caller adds all scopes before it asks for one.
     *
     * @param position any number by which the caller knows the scope
     */
    void add(long thread, long from, long to, long position) {
        this.thread[rows] = thread;
        this.from[rows] = from;
        this.to[rows] = to;
        this.position[rows] = position;
        order[rows] = rows++;
    }

    int size() {
        return rows;
    }

    long position(int row) {
        return position[row];
    }

    /** The row of the scope around another one of the same thread, or {@link #NONE}. */
    int outer(int row) {
        return outer[row];
    }

    /** Sorts the scopes, and finds the scope around each. */
    void settle() {
        while (mergeRuns() > 1) {
            // Each pass leaves half as many runs.
        }
        // From the last end backwards: a scope is inside the nearest scope visited before it that began earlier.
        int around = NONE;
        for (int i = rows - 1; i >= 0; i--) {
            int row = order[i];
            while (around != NONE && (thread[around] != thread[row] || from[around] > from[row])) {
                around = outer[around];
            }
            outer[row] = around;
            around = row;
        }
    }

    /** The row of the innermost scope in which a thread was at a tick, or {@link #NONE}. */
    int at(long thread, long tick) {
        // Mostly it is where the event before found its scope, or the next one.
        if (!isFirst(last, thread, tick)) {
            last = isFirst(last + 1, thread, tick) ? last + 1 : search(thread, tick);
        }
        if (last == rows || this.thread[order[last]] != thread) {
            return NONE;
        }
        int found = order[last];
        while (found != NONE && from[found] > tick) {
            found = outer[found];
        }
        return found;
    }

    /** True if {@code place} is the insertion point for (thread, tick): every earlier scope of the thread has ended by then. */
    private boolean isFirst(int place, long thread, long tick) {
        return place <= rows && (place == rows || !endsBy(order[place], thread, tick))
                && (place == 0 || endsBy(order[place - 1], thread, tick));
    }

    private int search(long thread, long tick) {
        int low = 0;
        int high = rows;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (endsBy(order[middle], thread, tick)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private boolean endsBy(int row, long thread, long tick) {
        return this.thread[row] < thread || this.thread[row] == thread && to[row] <= tick;
    }

    /** One pass of a merge sort over the sorted runs; a thread's buffer is one run. Returns how many runs there were. */
    private int mergeRuns() {
        int runs = 0;
        for (int begin = 0; begin < rows;) {
            int middle = endOfRun(begin);
            int end = middle == rows ? rows : endOfRun(middle);
            merge(begin, middle, end);
            runs += middle == end ? 1 : 2;
            begin = end;
        }
        int[] merged = outer;
        outer = order;
        order = merged;
        return runs;
    }

    private int endOfRun(int begin) {
        int end = begin + 1;
        while (end < rows && compare(order[end - 1], order[end]) <= 0) {
            end++;
        }
        return end;
    }

    private void merge(int begin, int middle, int end) {
        int left = begin;
        int right = middle;
        for (int i = begin; i < end; i++) {
            boolean takesLeft = right == end || left < middle && compare(order[left], order[right]) <= 0;
            outer[i] = order[takesLeft ? left++ : right++];
        }
    }

    private int compare(int a, int b) {
        if (thread[a] != thread[b]) {
            return Long.compare(thread[a], thread[b]);
        }
        // If two scopes span the same time, the one whose event was written first was closed first.
        return to[a] != to[b]
                ? Long.compare(to[a], to[b])
                : from[a] != from[b] ? Long.compare(from[b], from[a]) : Long.compare(position[a], position[b]);
    }
}
