package woven;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.SubmissionPublisher;

/** The threads of the common pool, whose factory the initialisers of some superclasses make: it uses subclasses whose own have not run. */
public final class OwnPool implements ForkJoinPool.ForkJoinWorkerThreadFactory {
    /** Named by a property. */
    public OwnPool() {
        new Future().greet();
        new Publisher().greet();
    }

    /** Argument: which of the two comes first. */
    public static void main(String[] args) {
        if (args[0].equals("future")) {
            new Future().greet();
        } else {
            new Publisher().greet();
        }
        System.out.println("pool " + ForkJoinPool.commonPool().getFactory().getClass().getName());
        Report.print();
    }

    @Override
    public ForkJoinWorkerThread newThread(ForkJoinPool pool) {
        return ForkJoinPool.defaultForkJoinWorkerThreadFactory.newThread(pool);
    }

    static final class Future extends CompletableFuture<String> {
        String greet() {
            return "future";
        }
    }

    static final class Publisher extends SubmissionPublisher<String> {
        Publisher() {
            super(Runnable::run, 1);
        }

        String greet() {
            return "publisher";
        }
    }
}
