package sim.collector;

import sim.base.thread.ThreadId;

/**
 * Tells whether the program's {@code main} has been called. Agents are started before it, on the same thread, and on a busy machine or with a
 * second agent it may come late. Until then the bottom of that thread's stack is the JDK's: the launcher, the instrumentation, and for moments
 * what the JVM itself calls between them, such as {@code appendToClassPathForInstrumentation} of a class loader or a constructor.
 */
final class MainStart {
    /** The group of the thread that the launcher makes; the thread's name may be changed, and its number depends on the JDK. */
    private static final String GROUP = "main";

    private MainStart() {}

    static boolean hasBegun() {
        Thread first = firstThread();
        if (first == null) {
            return true; // main has returned already: of what it started the oldest thread is looked at, if there is one
        }
        StackTraceElement[] stack = first.getStackTrace();
        if (stack.length == 0) {
            return !first.isAlive(); // else the launcher is between two calls
        }
        return isProgram(stack[stack.length - 1]);
    }

    /** Whether this frame, the lowest of the first thread, is the program's; a {@code main} may be the JDK's own, as {@code jshell} has it. */
    static boolean isProgram(StackTraceElement bottom) {
        String owner = bottom.getClassName();
        if (owner.startsWith("sun.launcher.") || owner.startsWith("sun.instrument.")) {
            return false;
        }
        return bottom.getMethodName().equals("main")
                || !(owner.startsWith("java.") || owner.startsWith("jdk.") || owner.startsWith("sun."));
    }

    private static Thread firstThread() {
        ThreadGroup all = Thread.currentThread().getThreadGroup();
        while (all.getParent() != null) {
            all = all.getParent();
        }
        Thread[] threads = new Thread[all.activeCount() + 16];
        int count = all.enumerate(threads, true);
        Thread first = null;
        for (int i = 0; i < count; i++) {
            ThreadGroup group = threads[i].getThreadGroup(); // null once it has ended
            if (group != null && group.getName().equals(GROUP)
                    && (first == null || ThreadId.of(threads[i]) < ThreadId.of(first))) {
                first = threads[i];
            }
        }
        return first;
    }
}
