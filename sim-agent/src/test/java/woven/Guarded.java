package woven;

import java.security.Permission;
import woven.guarded.Work;

/** Sets a SecurityManager that refuses whatever SIM asks for, and prints what nobody caught. */
public final class Guarded {
    private Guarded() {}

    @SuppressWarnings("removal")
    public static void main(String[] args) throws InterruptedException {
        Thread.setDefaultUncaughtExceptionHandler(
                (thread, failure) -> System.out.println("uncaught in " + thread.getName() + ": " + failure));
        int sum = 0;
        for (int i = 0; i < 1_000; i++) {
            sum += Work.once(i);
        }
        System.setSecurityManager(new SecurityManager() {
            @Override
            public void checkPermission(Permission permission) {
                for (StackTraceElement each : new Throwable().getStackTrace()) {
                    if (each.getClassName().startsWith("sim.")) {
                        throw new SecurityException("no: " + permission);
                    }
                }
            }
        });
        Thread.sleep(500); // some intervals
        for (int i = 0; i < 1_000; i++) {
            sum += Work.once(i);
        }
        System.out.println("sum " + sum);
        System.exit(7);
    }
}
