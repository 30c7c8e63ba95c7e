package woven;

import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;

/** Loads a class from a file, makes an object of it and calls its static methods by name. */
public final class Piled {
    private Piled() {}

    public static void main(String[] args) throws Exception {
        byte[] bytes = Files.readAllBytes(Path.of(args[0]));
        Class<?> type = new ClassLoader(Piled.class.getClassLoader()) {
            Class<?> define() {
                return defineClass("woven.Pile", bytes, 0, bytes.length);
            }
        }.define();
        System.out.println("made " + type.getConstructor().newInstance().getClass().getName());
        Method[] methods = type.getDeclaredMethods();
        Arrays.sort(methods, Comparator.comparing(Method::getName));
        for (Method method : methods) {
            if (method.getName().startsWith("returns") && Modifier.isPublic(method.getModifiers())) {
                Object result = method.invoke(null);
                System.out.println("result " + method.getName() + " "
                        + (result != null && result.getClass().isArray()
                                ? "array " + Array.getLength(result)
                                : result));
            }
        }
        Report.print();
    }
}
