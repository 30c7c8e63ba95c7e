package woven;

import java.util.List;
import java.util.concurrent.Callable;
import sim.instrumentation.annotation.Instrument;
import sim.instrumentation.annotation.InstrumentationScope;

/** Every shape of class and method, each called a known number of times. */
public class Shapes {
    @Instrument
    static class Nested {
        private final int value;

        Nested(int value) {
            this.value = value;
        }

        int value() {
            return value;
        }
    }

    @Instrument
    static class Generic<T extends Comparable<T>> {
        T largest(List<T> all) {
            return all.stream().max(T::compareTo).orElseThrow();
        }
    }

    @Instrument
    interface Defaults {
        default int answer() {
            return 42;
        }

        int abstractOne();
    }

    static class Implementation implements Defaults {
        @Override
        public int abstractOne() {
            return 1;
        }
    }

    @Instrument
    record Pair(int a, int b) {
        Pair {
            if (a > b) {
                throw new IllegalArgumentException("a > b");
            }
        }

        int sum() {
            return a + b;
        }
    }

    @Instrument
    enum Colour {
        RED,
        GREEN {
            @Override
            int weight() {
                return 2;
            }
        };

        int weight() {
            return 1;
        }
    }

    @Instrument
    static class Statics {
        static long factorial(int n) {
            return n <= 1 ? 1 : n * factorial(n - 1);
        }
    }

    @Instrument(InstrumentationScope.PUBLIC)
    static class PublicOnly {
        public void seen() {
            hidden();
        }

        private void hidden() {}

        void packaged() {}
    }

    @Instrument(InstrumentationScope.PRIVATE)
    static class PrivateOnly {
        public void notSeen() {
            secret();
        }

        private void secret() {}
    }

    @Instrument
    static class Base {
        void overridden() {}

        void inherited() {}
    }

    static class Derived extends Base {
        @Override
        void overridden() {}

        void added() {}
    }

    static class Members {
        @Instrument
        Members() {}

        @Instrument
        void marked() {}

        void unmarked() {}
    }

    @Instrument
    static class Maker {
        Callable<Integer> anonymous() {
            return new Callable<>() {
                @Override
                @Instrument
                public Integer call() {
                    return 7;
                }
            };
        }

        Runnable lambda() {
            return () -> Math.abs(-1);
        }
    }

    @Instrument
    static class Failing {
        void outer() {
            try {
                inner();
            } catch (IllegalStateException expected) {
                // handled here, so outer ends normally
            }
        }

        void inner() {
            throw new IllegalStateException("inner failed");
        }
    }

    public static void main(String[] args) throws Exception {
        Module base = Object.class.getModule();
        for (String closed : new String[]{"java.lang", "jdk.internal.misc", "jdk.internal.loader"}) {
            System.out.println(closed + " open " + base.isOpen(closed, Shapes.class.getModule()) + " exported "
                    + (closed.startsWith("jdk") && base.isExported(closed, Shapes.class.getModule())));
        }
        for (int i = 0; i < 3; i++) {
            new Nested(i).value();
        }
        new Generic<Integer>().largest(List.of(1, 2));
        Implementation implementation = new Implementation();
        implementation.answer();
        implementation.abstractOne();
        new Pair(1, 2).sum();
        try {
            new Pair(2, 1);
            throw new AssertionError();
        } catch (IllegalArgumentException expected) {
            // its constructor ended with an error
        }
        Colour.RED.weight();
        Colour.GREEN.weight();
        if (Statics.factorial(10) != 3628800) {
            throw new AssertionError();
        }
        PublicOnly publicOnly = new PublicOnly();
        publicOnly.seen();
        publicOnly.packaged();
        new PrivateOnly().notSeen();
        Derived derived = new Derived();
        derived.overridden();
        derived.inherited();
        derived.added();
        Members members = new Members();
        members.marked();
        members.unmarked();
        Maker maker = new Maker();
        maker.anonymous().call();
        maker.lambda().run();
        new Failing().outer();
        Report.print();
    }
}
