package woven;

import java.util.Map;
import org.aspectj.lang.JoinPoint;
import sim.context.Context;
import sim.instrumentation.aop.aspectj.AbstractContextCounter;
import sim.instrumentation.aop.aspectj.AbstractContextCreator;
import sim.instrumentation.aop.aspectj.AbstractContextWriter;
import sim.instrumentation.aop.aspectj.AbstractMethodInstrumentation;
import sim.instrumentation.aop.aspectj.AbstractMethodInterceptor;
import sim.instrumentation.aop.aspectj.CodeStyleContextPropagator;

// Every hook of every abstract aspect, overridden in AspectJ's own language.

aspect WriterHooksByCode extends AbstractContextWriter {
    public pointcut placeToTriggerTheContextWrite(): within(woven.Hooked) && (execution(woven.Hooked.new(..)) || execution(* written(..)) || execution(* failing(..)) || set(* state) || get(* state) || (handler(*) && withincode(* handling(..))));

    @Override
    protected void beforeInvoke(JoinPoint joinPoint) {
        Hooks.ran("before", joinPoint);
        Hooks.put("before", joinPoint.getKind());
    }

    @Override
    protected void afterReturningInvoke(JoinPoint joinPoint, Object returned) {
        Hooks.ran("returning " + (returned instanceof Hooked.Secret ? "secret" : returned), joinPoint);
    }

    @Override
    protected void afterInvoke(JoinPoint joinPoint) {
        Hooks.ran("after", joinPoint);
    }
}

aspect BrokenHooksByCode extends AbstractContextWriter {
    public pointcut placeToTriggerTheContextWrite(): execution(* woven.Hooked.broken(..));

    @Override
    protected void beforeInvoke(JoinPoint joinPoint) {
        throw new UnsupportedOperationException("a hook of the application's");
    }

    @Override
    protected void afterReturningInvoke(JoinPoint joinPoint, Object returned) {
        throw new UnsupportedOperationException("a hook of the application's");
    }

    @Override
    protected void afterInvoke(JoinPoint joinPoint) {
        throw new UnsupportedOperationException("a hook of the application's");
    }
}

aspect AddingHooksByCode extends AbstractContextWriter {
    public pointcut placeToTriggerTheContextWrite(): execution(* woven.Hooked.both(..));

    @Override
    protected void beforeInvoke(JoinPoint joinPoint) {
        super.beforeInvoke(joinPoint);
        Hooks.put("added", joinPoint.getSignature().getName());
    }

    @Override
    protected void afterReturningInvoke(JoinPoint joinPoint, Object returned) {
        super.afterReturningInvoke(joinPoint, returned);
        Hooks.put("added after", returned);
    }
}

aspect ReadingHooksByCode extends AbstractContextWriter {
    public pointcut placeToTriggerTheContextWrite(): within(woven.Hooked.Read) && (execution(woven.Hooked.Read.new(..)) || set(* value));

    @Override
    protected Map<String, Object> readValuesBefore(JoinPoint joinPoint) {
        return Hooks.read("read before", joinPoint, null);
    }

    @Override
    protected Map<String, Object> readValuesAfter(JoinPoint joinPoint, Object returned) {
        return Hooks.read("read after", joinPoint, returned);
    }
}

aspect LaterReadingHooksByCode extends AbstractContextWriter {
    public pointcut placeToTriggerTheContextWrite(): execution(* woven.Hooked.Read.both(..));

    @Override
    protected Map<String, Object> readValuesBeforeExecution(JoinPoint joinPoint) {
        return Hooks.read("read before", joinPoint, null);
    }

    @Override
    protected Map<String, Object> readValuesAfterReturningExecution(JoinPoint joinPoint, Object returned) {
        return Hooks.read("read after", joinPoint, returned);
    }
}

aspect CreatorHooksByCode extends AbstractContextCreator {
    public pointcut methodToCreateNewContext(): execution(* woven.Hooked.created(..));

    @Override
    protected void beforeInvoke(JoinPoint joinPoint) {
        Hooks.ran("before creator", joinPoint);
        Hooks.beginOwn();
    }

    @Override
    protected void afterInvoke(JoinPoint joinPoint) {
        Hooks.ran("after creator", joinPoint);
        Hooks.endOwn();
    }
}

aspect NamingHooksByCode extends AbstractContextCreator {
    public pointcut methodToCreateNewContext(): execution(* woven.Hooked.named(..));

    @Override
    protected String[] getContextNameAndTag(JoinPoint joinPoint) {
        return new String[]{joinPoint.getSignature().getName() + " by a hook", "tagged"};
    }
}

aspect CounterHooksByCode extends AbstractContextCounter {
    public pointcut pointcutToIncrementCounter(): execution(* woven.Hooked.counted(..));

    @Override
    protected String getCounterName(JoinPoint joinPoint, Context context) {
        return "counted in " + context.getName();
    }
}

aspect EarlierNameByCode extends AbstractMethodInterceptor {
    public pointcut methodExecution(): execution(* woven.Hooked.byEarlierName(..));
}

aspect InstrumentationHooksByCode extends AbstractMethodInstrumentation {
    public pointcut methodsToInstrument(): execution(* woven.Hooked.byHooks(..));

    @Override
    protected void beforeInvoke(JoinPoint joinPoint) {
        Hooks.ran("before instrumentation", joinPoint);
    }

    @Override
    protected void afterInvoke(JoinPoint joinPoint, Throwable error) {
        Hooks.ran("after instrumentation " + error, joinPoint);
    }
}

aspect InstrumentationByDefaultByCode extends AbstractMethodInstrumentation {
    public pointcut methodsToInstrument(): execution(* woven.Hooked.byDefaultHooks(..));
}

aspect PropagatorHooksByCode extends CodeStyleContextPropagator {
    public pointcut callsToPropagate(): call(* woven.Hooked.Bus.send(..));

    @Override
    protected Object propagate(JoinPoint.StaticPart call, Object receiver, int position, Object task) {
        return Hooks.listener(call, position, task);
    }
}
