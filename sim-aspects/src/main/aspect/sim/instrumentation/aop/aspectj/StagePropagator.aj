package sim.instrumentation.aop.aspectj;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * To the stages of completable futures: each function runs in the context of the code that adds it, whatever thread it is
 * that completes the stage before.
 */
public aspect StagePropagator extends CodeStyleContextPropagator {
    public pointcut callsToPropagate(): call(* CompletionStage+.*(..)) || call(static * CompletableFuture.*(..));
}
