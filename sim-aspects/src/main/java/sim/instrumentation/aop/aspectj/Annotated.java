package sim.instrumentation.aop.aspectj;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Proxy;

/**
 * How a method is annotated. An application's class loader may bring SIM's annotations along and look there first: then they are
 * copies, which the weaver takes for the same by their names, and so does this.
 */
final class Annotated {
    private Annotated() {}

    /** The annotation, or the copy of it as if it were the annotation; null where there is none. */
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
