package sim.instrumentation.aop.aspectj;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Proxy;

/**
 * Reads the annotations of a method. An application's class loader may have its own copies of SIM's annotations. The weaver recognises
 * them by their names, and so does this class.
 */
final class Annotated {
    private Annotated() {}

    /** The annotation of a member. A copy is returned as a proxy of the annotation. Null if there is none. */
    static <A extends Annotation> A by(Class<A> type, AnnotatedElement member) {
        A own = member.getAnnotation(type);
        if (own != null) {
            return own;
        }
        for (Annotation each : member.getAnnotations()) {
            if (each.annotationType().getName().equals(type.getName())) {
                return as(type, each);
            }
        }
        return null;
    }

    private static <A extends Annotation> A as(Class<A> type, Annotation copy) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[]{type},
                (proxy, method, arguments) -> copy.annotationType().getMethod(method.getName()).invoke(copy)));
    }
}
