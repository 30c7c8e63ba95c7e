package woven;

/**
 * Classes that are called before their initialisers have begun: that of a superclass, or of an interface with code, makes one
 * of them, as compilers with their trees of types do.
 */
public class Early {
    static class Type {
        static final Type UNKNOWN = new Named("unknown", 0) {
            @Override
            String text() {
                return "?" + super.text();
            }
        };

        String text() {
            return "type";
        }
    }

    static class Named extends Type implements Greeting {
        private final String name;

        Named(String name, int depth) {
            this.name = depth == 2 ? name + greet() + failed() : deeper(name, depth);
        }

        private static String deeper(String name, int depth) {
            return new Named(name, depth + 1).name;
        }

        @Override
        String text() {
            return name;
        }

        private static String failed() {
            try {
                fail();
                return ", not failed";
            } catch (IllegalStateException expected) {
                return expected.getMessage();
            }
        }

        private static void fail() {
            throw new IllegalStateException(", failed");
        }
    }

    interface Greeting {
        default String greet() {
            return ", hello";
        }
    }

    interface Shape {
        Shape NONE = new Dot();

        default int corners() {
            return 7;
        }
    }

    static final class Dot implements Shape {
        private final int corners = corners();
    }

    public static void main(String[] args) {
        System.out.println(new Named("known", 0).text() + "; " + Type.UNKNOWN.text());
        System.out.println("corners " + (new Dot().corners + Shape.NONE.corners()));
        Report.print();
    }
}
