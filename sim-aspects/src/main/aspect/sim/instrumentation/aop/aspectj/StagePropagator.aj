package sim.instrumentation.aop.aspectj;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Hands the current context to the stages of completable futures. Each function runs in the context of the code that adds it,
 * whichever thread completes the stage before.
 */
public aspect StagePropagator extends CodeStyleContextPropagator {
    public pointcut callsToPropagate(): (call(* CompletionStage+.*(..)) || call(static * CompletableFuture.*(..)))
            && (call(* *(.., java.util.function..*, ..)) || call(* *(.., Runnable, ..)));
}
