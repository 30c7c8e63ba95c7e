package woven;

import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Before;

/** An aspect that each object has one of. The arguments say which classes are used, in order. */
public class PerObject {
    /** Says which method is called. */
    @Aspect("perthis(execution(void woven.PerObject.*.work()))")
    public static class Telling {
        @Before("execution(void woven.PerObject.*.work())")
        public void tell(JoinPoint.StaticPart part) {
            System.out.println("advised " + part.getSignature().getDeclaringType().getSimpleName());
        }
    }

    /** One of three. */
    public static class First implements Runnable {
        void work() {}

        @Override
        public void run() {
            work();
        }
    }

    /** One of three. */
    public static class Second implements Runnable {
        void work() {}

        @Override
        public void run() {
            work();
        }
    }

    /** One of three. */
    public static class Third implements Runnable {
        void work() {}

        @Override
        public void run() {
            work();
        }
    }

    public static void main(String[] args) throws Exception {
        for (String each : args) {
            ((Runnable) Class.forName("woven.PerObject$" + each).getDeclaredConstructor().newInstance()).run();
        }
        Report.print();
    }
}
