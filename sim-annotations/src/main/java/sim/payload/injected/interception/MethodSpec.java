package sim.payload.injected.interception;

import java.lang.annotation.Documented;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Which method is intercepted. Types are written in full: {@code int}, {@code java.lang.String[]}, {@code a.Outer$Inner}. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({})
public @interface MethodSpec {
    /** The class or interface that has the method. */
    String className();

    /** The method; {@code <init>} for constructors. */
    String methodName();

    /** The types of all its parameters; {@code ".."} alone for any, where what a call has less is null. */
    String[] parameterTypes() default {};

    /** The type that it returns; empty for any type. */
    String returnType() default "";

    /** Whether the method is also intercepted in classes that extend or implement the class. */
    boolean subtypes() default false;
}
