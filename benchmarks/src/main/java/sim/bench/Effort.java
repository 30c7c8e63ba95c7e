package sim.bench;

/**
 * How much time is spent.
 *
 * @param rounds over all systems with empty calls, each with fresh JVMs; the other cases have one
 * @param warmups iterations not counted, and their length
 * @param iterations that count, and their length
 * @param starts of a toy; a third of them of Checkstyle
 * @param seconds a steady load lasts
 * @param longest seconds a fork may take before it is said to hang
 */
record Effort(boolean quick, int rounds, int warmups, String warmup, int iterations, String iteration, int starts,
        int seconds, int longest) {
    static final Effort QUICK = new Effort(true, 1, 4, "300ms", 5, "150ms", 3, 6, 15);
    static final Effort FULL = new Effort(false, 3, 5, "700ms", 5, "500ms", 9, 60, 60);
}
