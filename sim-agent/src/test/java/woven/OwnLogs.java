package woven;

import java.util.logging.LogManager;

/** The JVM's log manager, which the initialiser of its superclass makes before its own initialiser runs. */
public final class OwnLogs extends LogManager {
    public OwnLogs() {}

    public static void main(String[] args) {
        System.out.println("manager " + name());
        Report.print();
    }

    static String name() {
        return LogManager.getLogManager().getClass().getName();
    }
}
