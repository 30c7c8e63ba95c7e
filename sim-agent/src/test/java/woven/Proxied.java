package woven;

import org.springframework.aop.MethodBeforeAdvice;
import org.springframework.aop.framework.ProxyFactory;
import sim.instrumentation.annotation.Instrument;

/** A class whose subclass Spring generates: the proxy inherits the annotation. */
public final class Proxied {
    private Proxied() {}

    /** What a Spring application has as a service. */
    @Instrument
    public static class Service {
        /** An object. */
        public String greet(String name) {
            return "hello " + name;
        }

        /** Two words. */
        public long add(long one, double other) {
            return one + (long) other;
        }

        /** Nothing. */
        public void nothing() {}
    }

    public static void main(String[] args) {
        ProxyFactory factory = new ProxyFactory(new Service());
        factory.setProxyTargetClass(true);
        int[] advised = new int[1];
        factory.addAdvice((MethodBeforeAdvice) (method, arguments, target) -> advised[0]++);
        Service proxy = (Service) factory.getProxy();
        System.out.println(proxy.greet("there") + " " + proxy.add(40, 2.5));
        proxy.nothing();
        System.out.println("advised " + advised[0] + " generated " + proxy.getClass().getName().contains("CGLIB"));
        Report.print();
    }
}
