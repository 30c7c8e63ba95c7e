package woven;

/**
 * Threads whose stacks end in and near intercepted calls, at many depths, and which then make {@link #CALLS} of them each where nothing
 * is wrong. The argument is the kind of interception; with a second one each call throws, and no stack is full.
 */
public final class OverflowingPayloads {
    private static final int THREADS = 3;
    private static final int CALLS = 100;
    private static final int TIMES = 4;
    private static final int NEAR = 300;
    private static final int STEP = 97;
    private static final String THROWS = "throws!";
    private static final int RADIX = 36;

    private final Work work = new Work();
    private final String kind;
    private int overflows;

    private OverflowingPayloads(String kind) {
        this.kind = kind;
    }

    public static void main(String[] args) throws Exception {
        OverflowingPayloads all = new OverflowingPayloads(args[0]);
        if (args.length > 1) {
            all.fail();
            return;
        }
        for (int i = 0; i < THREADS; i++) {
            Thread thread = new Thread(null, all::run, "overflowing", (256 << 10) + i * 4096L);
            thread.start();
            thread.join();
        }
        System.out.println("overflows " + all.overflows);
        System.out.println("after " + THREADS * CALLS);
        PayloadReport.print();
    }

    private void fail() {
        int thrown = 0;
        for (int i = 0; i < THREADS * CALLS; i++) {
            try {
                call(THROWS);
            } catch (IllegalArgumentException expected) {
                thrown++;
            }
        }
        System.out.println("thrown " + thrown);
        PayloadReport.print();
    }

    private void run() {
        for (int i = 0; i < TIMES; i++) {
            try {
                down();
            } catch (StackOverflowError full) {
                overflows++;
            }
        }
        int deepest = deepest();
        for (int depth = Math.max(1, deepest - NEAR); depth < deepest + NEAR / 10; depth++) {
            overflows += isFull(depth) ? 1 : 0;
        }
        for (int i = 0; i < CALLS; i++) {
            call("after");
        }
    }

    private int deepest() {
        int depth = STEP;
        while (!isFull(depth)) {
            depth += STEP;
        }
        return depth;
    }

    private boolean isFull(int depth) {
        try {
            down(depth);
            return false;
        } catch (StackOverflowError full) {
            return true;
        }
    }

    private void down() {
        call("deep");
        try {
            down();
        } finally {
            call("deep");
        }
    }

    private void down(int depth) {
        if (depth > 0) {
            down(depth - 1);
        } else {
            call("deep");
        }
    }

    private void call(String text) {
        switch (kind) {
            case "Enter" -> work.enter(text);
            case "Exit" -> work.exit(text);
            case "Object" -> work.object(text);
            case "Reentrant" -> work.reentrant(text);
            case "Jdk" -> work.jdk(text);
            case "JdkSplit" -> work.jdkSplit(text);
            default -> work.split(text);
        }
    }

    /** What is intercepted. */
    static final class Work {
        int enter(String text) {
            return length(text);
        }

        int exit(String text) {
            return length(text);
        }

        int object(String text) {
            return length(text);
        }

        int reentrant(String text) {
            return length(text);
        }

        int split(String text) {
            return length(text);
        }

        int jdk(String text) {
            return Integer.parseInt(text, RADIX);
        }

        String jdkSplit(String text) {
            return text.repeat(text.equals(THROWS) ? -1 : 1);
        }

        private static int length(String text) {
            if (text.equals(THROWS)) {
                throw new IllegalArgumentException(text);
            }
            return text.length();
        }
    }
}
