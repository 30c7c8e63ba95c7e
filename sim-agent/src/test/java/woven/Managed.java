package woven;

import java.lang.reflect.Proxy;
import java.security.Permission;

/** Sets a SecurityManager that allows everything, and whose methods are metered as any other. */
public final class Managed {
    private static int checks;

    private Managed() {}

    /** Loaded, and so woven, while the manager is there. */
    private static final class Late {
        static int four() {
            return 4;
        }
    }

    @SuppressWarnings("removal")
    private static final class Manager extends SecurityManager {
        @Override
        public void checkPermission(Permission permission) {
            allow(permission);
        }

        private static void allow(Permission permission) {
            if (permission.getName().equals("asked")) {
                checks++;
            }
        }
    }

    @SuppressWarnings("removal")
    private static int next(int number) {
        System.getSecurityManager().checkPermission(new RuntimePermission("asked"));
        return number + 1;
    }

    private static void waits() throws InterruptedException {
        Thread.sleep(20);
    }

    @SuppressWarnings("removal")
    public static void main(String[] args) throws InterruptedException {
        System.setSecurityManager(new Manager());
        int sum = 0;
        for (int i = 0; i < 1_000; i++) {
            sum += next(i);
        }
        waits();
        String said = "late " + Late.four();
        try {
            Class.forName("woven.NoSuchClass");
        } catch (ClassNotFoundException none) {
            said += ", no such class";
        }
        Object made = Proxy.newProxyInstance(Managed.class.getClassLoader(), new Class<?>[]{Runnable.class},
                (proxy, method, arguments) -> null);
        said += made instanceof Runnable ? ", proxy" : ", none";
        System.out.println(said + ", sum " + sum + ", " + checks + " checks");
    }
}
