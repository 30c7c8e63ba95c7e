package woven;

import java.io.IOException;
import java.io.UncheckedIOException;
import sim.instrumentation.data.ContextManager;

/** Handlers of several types, each counted and written once for each exception that comes to it. */
public class MultiCatch {
    static int caught;

    static void two(int n) {
        try {
            fail(n);
        } catch (IllegalStateException | IllegalArgumentException error) {
            caught++;
        }
    }

    static void three(int n) {
        try {
            fail(n);
        } catch (IllegalStateException | UncheckedIOException | IllegalArgumentException error) {
            caught++;
        }
    }

    int inside(int n) {
        for (int i = 0; i < 2; i++) {
            try {
                fail(n);
            } catch (IllegalStateException | IllegalArgumentException | UnsupportedOperationException error) {
                caught++;
            } finally {
                n++;
            }
        }
        return n;
    }

    /** The same exception every time, which is one that was handled before. */
    static void same(RuntimeException error) {
        for (int i = 0; i < 10; i++) {
            try {
                throw error;
            } catch (IllegalStateException | IllegalArgumentException handled) {
                caught++;
            }
        }
    }

    /** Handled inside and thrown on: two handlers, each with its own. */
    static void twice() {
        try {
            try {
                fail(1);
            } catch (IllegalStateException | IllegalArgumentException inner) {
                caught++;
                throw inner;
            }
        } catch (IllegalStateException | IllegalArgumentException outer) {
            caught++;
        }
    }

    static void one() {
        try {
            throw new IOException("one");
        } catch (IOException error) {
            caught++;
        }
    }

    private static void fail(int n) {
        throw n % 2 == 0 ? new IllegalStateException("even") : new IllegalArgumentException("odd");
    }

    public static void main(String[] args) {
        ContextManager.createNewContext("handled", "");
        MultiCatch handling = new MultiCatch();
        for (int n = 0; n < 100; n++) {
            two(n);
            three(n);
            handling.inside(n);
            one();
            twice();
        }
        same(new IllegalStateException("same"));
        System.out.println("caught " + caught);
        System.out.println("counted " + ContextManager.getCurrentContext().get("HandledByConfiguration"));
        System.out.println("written " + MultiCatchWriter.before);
    }

    private MultiCatch() {}
}
