package sim.context.handover;

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
import sim.context.Activation;
import sim.context.ContextSnapshot;

/** The functions of the JDK, each run in the context it was handed over in. */
final class Functions {
    private Functions() {}

    static <A> Supplier<A> handed(Supplier<A> function, ContextSnapshot in) {
        return () -> {
            try (Activation ignored = in.activate()) {
                return function.get();
            }
        };
    }

    static <A, R> Function<A, R> handed(Function<A, R> function, ContextSnapshot in) {
        return a -> {
            try (Activation ignored = in.activate()) {
                return function.apply(a);
            }
        };
    }

    static <A, B, R> BiFunction<A, B, R> handed(BiFunction<A, B, R> function, ContextSnapshot in) {
        return (a, b) -> {
            try (Activation ignored = in.activate()) {
                return function.apply(a, b);
            }
        };
    }

    static <A> UnaryOperator<A> handed(UnaryOperator<A> function, ContextSnapshot in) {
        return a -> {
            try (Activation ignored = in.activate()) {
                return function.apply(a);
            }
        };
    }

    static <A> BinaryOperator<A> handed(BinaryOperator<A> function, ContextSnapshot in) {
        return (a, b) -> {
            try (Activation ignored = in.activate()) {
                return function.apply(a, b);
            }
        };
    }

    static <A> Consumer<A> handed(Consumer<A> function, ContextSnapshot in) {
        return a -> {
            try (Activation ignored = in.activate()) {
                function.accept(a);
            }
        };
    }

    static <A, B> BiConsumer<A, B> handed(BiConsumer<A, B> function, ContextSnapshot in) {
        return (a, b) -> {
            try (Activation ignored = in.activate()) {
                function.accept(a, b);
            }
        };
    }

    static <A> Predicate<A> handed(Predicate<A> function, ContextSnapshot in) {
        return a -> {
            try (Activation ignored = in.activate()) {
                return function.test(a);
            }
        };
    }

    static <A> ToIntFunction<A> handed(ToIntFunction<A> function, ContextSnapshot in) {
        return a -> {
            try (Activation ignored = in.activate()) {
                return function.applyAsInt(a);
            }
        };
    }

    static <A> ToLongFunction<A> handed(ToLongFunction<A> function, ContextSnapshot in) {
        return a -> {
            try (Activation ignored = in.activate()) {
                return function.applyAsLong(a);
            }
        };
    }

    static <A> ToDoubleFunction<A> handed(ToDoubleFunction<A> function, ContextSnapshot in) {
        return a -> {
            try (Activation ignored = in.activate()) {
                return function.applyAsDouble(a);
            }
        };
    }

    static <R> IntFunction<R> handed(IntFunction<R> function, ContextSnapshot in) {
        return a -> {
            try (Activation ignored = in.activate()) {
                return function.apply(a);
            }
        };
    }

    static IntConsumer handed(IntConsumer function, ContextSnapshot in) {
        return a -> {
            try (Activation ignored = in.activate()) {
                function.accept(a);
            }
        };
    }

    static IntPredicate handed(IntPredicate function, ContextSnapshot in) {
        return a -> {
            try (Activation ignored = in.activate()) {
                return function.test(a);
            }
        };
    }

    static IntUnaryOperator handed(IntUnaryOperator function, ContextSnapshot in) {
        return a -> {
            try (Activation ignored = in.activate()) {
                return function.applyAsInt(a);
            }
        };
    }

    static IntToLongFunction handed(IntToLongFunction function, ContextSnapshot in) {
        return a -> {
            try (Activation ignored = in.activate()) {
                return function.applyAsLong(a);
            }
        };
    }

    static IntToDoubleFunction handed(IntToDoubleFunction function, ContextSnapshot in) {
        return a -> {
            try (Activation ignored = in.activate()) {
                return function.applyAsDouble(a);
            }
        };
    }

    static IntBinaryOperator handed(IntBinaryOperator function, ContextSnapshot in) {
        return (a, b) -> {
            try (Activation ignored = in.activate()) {
                return function.applyAsInt(a, b);
            }
        };
    }

    static <R> LongFunction<R> handed(LongFunction<R> function, ContextSnapshot in) {
        return a -> {
            try (Activation ignored = in.activate()) {
                return function.apply(a);
            }
        };
    }

    static LongConsumer handed(LongConsumer function, ContextSnapshot in) {
        return a -> {
            try (Activation ignored = in.activate()) {
                function.accept(a);
            }
        };
    }

    static LongPredicate handed(LongPredicate function, ContextSnapshot in) {
        return a -> {
            try (Activation ignored = in.activate()) {
                return function.test(a);
            }
        };
    }

    static LongUnaryOperator handed(LongUnaryOperator function, ContextSnapshot in) {
        return a -> {
            try (Activation ignored = in.activate()) {
                return function.applyAsLong(a);
            }
        };
    }

    static LongToIntFunction handed(LongToIntFunction function, ContextSnapshot in) {
        return a -> {
            try (Activation ignored = in.activate()) {
                return function.applyAsInt(a);
            }
        };
    }

    static LongToDoubleFunction handed(LongToDoubleFunction function, ContextSnapshot in) {
        return a -> {
            try (Activation ignored = in.activate()) {
                return function.applyAsDouble(a);
            }
        };
    }

    static LongBinaryOperator handed(LongBinaryOperator function, ContextSnapshot in) {
        return (a, b) -> {
            try (Activation ignored = in.activate()) {
                return function.applyAsLong(a, b);
            }
        };
    }

    static <R> DoubleFunction<R> handed(DoubleFunction<R> function, ContextSnapshot in) {
        return a -> {
            try (Activation ignored = in.activate()) {
                return function.apply(a);
            }
        };
    }

    static DoubleConsumer handed(DoubleConsumer function, ContextSnapshot in) {
        return a -> {
            try (Activation ignored = in.activate()) {
                function.accept(a);
            }
        };
    }

    static DoublePredicate handed(DoublePredicate function, ContextSnapshot in) {
        return a -> {
            try (Activation ignored = in.activate()) {
                return function.test(a);
            }
        };
    }

    static DoubleUnaryOperator handed(DoubleUnaryOperator function, ContextSnapshot in) {
        return a -> {
            try (Activation ignored = in.activate()) {
                return function.applyAsDouble(a);
            }
        };
    }

    static DoubleToIntFunction handed(DoubleToIntFunction function, ContextSnapshot in) {
        return a -> {
            try (Activation ignored = in.activate()) {
                return function.applyAsInt(a);
            }
        };
    }

    static DoubleToLongFunction handed(DoubleToLongFunction function, ContextSnapshot in) {
        return a -> {
            try (Activation ignored = in.activate()) {
                return function.applyAsLong(a);
            }
        };
    }

    static DoubleBinaryOperator handed(DoubleBinaryOperator function, ContextSnapshot in) {
        return (a, b) -> {
            try (Activation ignored = in.activate()) {
                return function.applyAsDouble(a, b);
            }
        };
    }
}
