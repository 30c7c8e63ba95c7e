package workload;

import java.lang.reflect.Method;
import java.util.Arrays;

/** Runs a program's main again and again until somebody ends the JVM: {@code MAIN ARGUMENT...}. */
public final class Forever {
    private Forever() {}

    public static void main(String[] arguments) throws Exception {
        Method main = Class.forName(arguments[0]).getMethod("main", String[].class);
        while (true) {
            main.invoke(null, (Object) Arrays.copyOfRange(arguments, 1, arguments.length));
        }
    }
}
