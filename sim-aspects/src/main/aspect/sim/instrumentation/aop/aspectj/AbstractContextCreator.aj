package sim.instrumentation.aop.aspectj;

import org.aspectj.lang.JoinPoint;

/** Gives every call its pointcut selects a flow context of its own, from entry to exit. */
public abstract aspect AbstractContextCreator {
    /** Which methods and constructors. */
    public abstract pointcut methodToCreateNewContext();

    /** The context's name and tag: the class's name and its package unless overridden. */
    protected String[] getContextNameAndTag(JoinPoint joinPoint) {
        return ContextCreation.defaultNameAndTag(joinPoint);
    }

    pointcut calls(): methodToCreateNewContext() && (execution(* *(..)) || execution(*.new(..)));

    before(): calls() {
        ContextCreation.begin(this, thisJoinPoint);
    }

    after() returning: calls() {
        ContextCreation.end(thisJoinPointStaticPart, null);
    }

    after() throwing(Throwable error): calls() {
        ContextCreation.end(thisJoinPointStaticPart, error);
    }
}
