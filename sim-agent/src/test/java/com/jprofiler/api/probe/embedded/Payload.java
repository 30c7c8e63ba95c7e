package com.jprofiler.api.probe.embedded;

/** Stands for the published hooks in tests: their bodies are empty. */
public class Payload {
    public static void enter(Class<? extends PayloadProbe> probe) {}

    public static void enter(Class<? extends PayloadProbe> probe, Object controlObject, Enum<?> type) {}

    public static void exit(String description) {}

    public static void execute(Class<? extends PayloadProbe> probe, String description, Runnable task) {
        enter(probe);
        try {
            task.run();
        } finally {
            exit(description);
        }
    }

    public static void openControlObject(Class<? extends PayloadProbe> probe, Object controlObject, String name) {}

    public static void closeControlObject(Class<? extends PayloadProbe> probe, Object controlObject) {}
}
