package workload;

import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;

/** Runs another program's main and prints, as the JVM ends, the memory it had resident at most and the CPU time it used. */
public final class Resident {
    private Resident() {}

    public static void main(String[] arguments) throws Throwable {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            Figures.print("resident", Figures.memory("VmHWM"));
            Figures.print("cpu", Figures.cpu());
        }));
        Class<?> program = Class.forName(arguments[0]);
        try {
            program.getMethod("main", String[].class).invoke(null,
                    (Object) Arrays.copyOfRange(arguments, 1, arguments.length));
        } catch (InvocationTargetException failed) {
            throw failed.getCause();
        }
    }
}
