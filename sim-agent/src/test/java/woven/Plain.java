package woven;

/** Two methods and a constructor, to be looked at as they come out of the weaver. */
public class Plain {
    private final int value;

    Plain(int value) {
        this.value = value;
    }

    int plus(int more) {
        return value + more;
    }

    static void nothing() {
        // its body is what is woven into it
    }

    public static void main(String[] args) {
        nothing();
        System.out.println("sum " + new Plain(40).plus(2));
    }
}
