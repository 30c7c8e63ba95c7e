package sim.context.handover;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleConsumer;
import java.util.function.DoubleFunction;
import java.util.function.DoublePredicate;
import java.util.function.DoubleToIntFunction;
import java.util.function.DoubleToLongFunction;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.LongBinaryOperator;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import java.util.function.LongPredicate;
import java.util.function.LongToDoubleFunction;
import java.util.function.LongToIntFunction;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import sim.context.ContextSnapshot;

/**
 * Puts a task into the context it is handed over in. A wrapped task is another object of the same interface: it is made only
 * where a parameter is declared as that interface, so that nobody can expect more of it.
 */
public final class Tasks {
    private static final Map<Class<?>, Wrapper> BY_TYPE = wrappers();

    private Tasks() {}

    /**
     * The task to run in {@code in}, or the task itself when the type is none of the JDK's functional ones.
     *
     * @param declared the type of the parameter it is given to
     */
    public static Object wrap(Class<?> declared, Object task, ContextSnapshot in) {
        Wrapper wrapper = task == null || isWrapped(task) ? null : BY_TYPE.get(declared);
        return wrapper == null ? task : wrapper.wrap(task, in);
    }

    /** Whether {@link #wrap} knows the type. */
    public static boolean isTask(Class<?> declared) {
        return BY_TYPE.containsKey(declared);
    }

    public static Runnable wrap(Runnable task, ContextSnapshot in) {
        return (Runnable) wrap(Runnable.class, task, in);
    }

    @SuppressWarnings("unchecked")
    public static <V> Callable<V> wrap(Callable<V> task, ContextSnapshot in) {
        return (Callable<V>) wrap(Callable.class, task, in);
    }

    @SuppressWarnings("unchecked")
    public static <T> Supplier<T> wrap(Supplier<T> task, ContextSnapshot in) {
        return (Supplier<T>) wrap(Supplier.class, task, in);
    }

    private static boolean isWrapped(Object task) {
        return task instanceof HandedRunnable || task instanceof HandedCallable;
    }

    private static Map<Class<?>, Wrapper> wrappers() {
        Map<Class<?>, Wrapper> all = new HashMap<>();
        all.put(Runnable.class, (task, in) -> new HandedRunnable((Runnable) task, in));
        all.put(Callable.class, (task, in) -> new HandedCallable<>((Callable<?>) task, in));
        all.put(Supplier.class, (task, in) -> Functions.handed((Supplier<?>) task, in));
        all.put(Function.class, (task, in) -> Functions.handed((Function<?, ?>) task, in));
        all.put(BiFunction.class, (task, in) -> Functions.handed((BiFunction<?, ?, ?>) task, in));
        all.put(UnaryOperator.class, (task, in) -> Functions.handed((UnaryOperator<?>) task, in));
        all.put(BinaryOperator.class, (task, in) -> Functions.handed((BinaryOperator<?>) task, in));
        all.put(Consumer.class, (task, in) -> Functions.handed((Consumer<?>) task, in));
        all.put(BiConsumer.class, (task, in) -> Functions.handed((BiConsumer<?, ?>) task, in));
        all.put(Predicate.class, (task, in) -> Functions.handed((Predicate<?>) task, in));
        all.put(ToIntFunction.class, (task, in) -> Functions.handed((ToIntFunction<?>) task, in));
        all.put(ToLongFunction.class, (task, in) -> Functions.handed((ToLongFunction<?>) task, in));
        all.put(ToDoubleFunction.class, (task, in) -> Functions.handed((ToDoubleFunction<?>) task, in));
        all.put(IntFunction.class, (task, in) -> Functions.handed((IntFunction<?>) task, in));
        all.put(IntConsumer.class, (task, in) -> Functions.handed((IntConsumer) task, in));
        all.put(IntPredicate.class, (task, in) -> Functions.handed((IntPredicate) task, in));
        all.put(IntUnaryOperator.class, (task, in) -> Functions.handed((IntUnaryOperator) task, in));
        all.put(IntToLongFunction.class, (task, in) -> Functions.handed((IntToLongFunction) task, in));
        all.put(IntToDoubleFunction.class, (task, in) -> Functions.handed((IntToDoubleFunction) task, in));
        all.put(IntBinaryOperator.class, (task, in) -> Functions.handed((IntBinaryOperator) task, in));
        all.put(LongFunction.class, (task, in) -> Functions.handed((LongFunction<?>) task, in));
        all.put(LongConsumer.class, (task, in) -> Functions.handed((LongConsumer) task, in));
        all.put(LongPredicate.class, (task, in) -> Functions.handed((LongPredicate) task, in));
        all.put(LongUnaryOperator.class, (task, in) -> Functions.handed((LongUnaryOperator) task, in));
        all.put(LongToIntFunction.class, (task, in) -> Functions.handed((LongToIntFunction) task, in));
        all.put(LongToDoubleFunction.class, (task, in) -> Functions.handed((LongToDoubleFunction) task, in));
        all.put(LongBinaryOperator.class, (task, in) -> Functions.handed((LongBinaryOperator) task, in));
        all.put(DoubleFunction.class, (task, in) -> Functions.handed((DoubleFunction<?>) task, in));
        all.put(DoubleConsumer.class, (task, in) -> Functions.handed((DoubleConsumer) task, in));
        all.put(DoublePredicate.class, (task, in) -> Functions.handed((DoublePredicate) task, in));
        all.put(DoubleUnaryOperator.class, (task, in) -> Functions.handed((DoubleUnaryOperator) task, in));
        all.put(DoubleToIntFunction.class, (task, in) -> Functions.handed((DoubleToIntFunction) task, in));
        all.put(DoubleToLongFunction.class, (task, in) -> Functions.handed((DoubleToLongFunction) task, in));
        all.put(DoubleBinaryOperator.class, (task, in) -> Functions.handed((DoubleBinaryOperator) task, in));
        return all;
    }

    private interface Wrapper {
        Object wrap(Object task, ContextSnapshot in);
    }
}
