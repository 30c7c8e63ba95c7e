package sim.instrumentation.aop.aspectj;

import org.aspectj.lang.Signature;

/** A template could not be filled in for a call. Says which template of which method, and why. */
final class TemplateException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** The method of the template. */
    final transient Signature method;

    TemplateException(Signature method, String template, Throwable cause) {
        super("the template '" + template + "': " + cause, cause, false, false);
        this.method = method;
    }
}
