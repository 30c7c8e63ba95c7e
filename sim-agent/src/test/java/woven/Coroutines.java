package woven;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import kotlin.coroutines.Continuation;
import kotlin.coroutines.EmptyCoroutineContext;
import kotlin.jvm.functions.Function2;
import kotlinx.coroutines.BuildersKt;
import kotlinx.coroutines.CoroutineScope;
import kotlinx.coroutines.CoroutineStart;
import kotlinx.coroutines.DelayKt;
import kotlinx.coroutines.Dispatchers;
import kotlinx.coroutines.flow.FlowKt;

/** Coroutines that wait, on several dispatchers, and a flow: suspend functions of the library, whatever weaves it. */
public final class Coroutines {
    private Coroutines() {}

    public static void main(String[] args) throws Exception {
        List<Integer> ended = Collections.synchronizedList(new ArrayList<>());
        BuildersKt.runBlocking(EmptyCoroutineContext.INSTANCE, (scope, outer) -> {
            for (int i = 0; i < 100; i++) {
                int number = i;
                Function2<CoroutineScope, Continuation<? super kotlin.Unit>, Object> body = (inner, next) -> {
                    ended.add(number);
                    return DelayKt.delay(5, next);
                };
                BuildersKt.launch(scope, i % 2 == 0 ? Dispatchers.getDefault() : Dispatchers.getIO(),
                        CoroutineStart.DEFAULT, body);
            }
            return kotlin.Unit.INSTANCE;
        });
        System.out.println("ended " + ended.size());
        List<Integer> flown = new ArrayList<>();
        BuildersKt.runBlocking(EmptyCoroutineContext.INSTANCE, (scope, next) -> FlowKt.toList(
                FlowKt.take(FlowKt.asFlow(List.of(1, 2, 3, 4)), 3), flown, next));
        System.out.println("flown " + flown);
        Report.print();
    }
}
