package sim.instrumentation.aop.aspectj;

import java.lang.reflect.AnnotatedElement;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.reflect.CodeSignature;
import org.aspectj.lang.reflect.ConstructorSignature;
import org.aspectj.lang.reflect.MethodSignature;
import sim.payload.spi.PayloadRuntime;

/** The templates of the methods with one annotation. Each is parsed once and kept by the class of the method. */
final class Templates {
    private final Function<AnnotatedElement, String> written;
    private final Table ofClass = new Table();

    private static final class Table extends ClassValue<Map<JoinPoint.StaticPart, Optional<Template>>> {
        @Override
        protected Map<JoinPoint.StaticPart, Optional<Template>> computeValue(Class<?> type) {
            return Collections.synchronizedMap(new IdentityHashMap<>());
        }
    }

    /**
     * @param written reads the template from a method's annotation
     */
    Templates(Function<AnnotatedElement, String> written) {
        this.written = written;
    }

    /**
     * The description of a call by the method's template. Null if the template is wrong, for which SIM prints one line.
     *
     * @throws TemplateException if it cannot be filled in for this call
     */
    String describe(JoinPoint joinPoint, Object returned, Throwable error) {
        Map<JoinPoint.StaticPart, Optional<Template>> known = ofClass.get(joinPoint.getSignature().getDeclaringType());
        Optional<Template> template = known.get(joinPoint.getStaticPart());
        if (template == null) {
            template = understand(joinPoint);
            known.put(joinPoint.getStaticPart(), template);
        }
        return template.isEmpty() ? null : template.get().describe(joinPoint, returned, error);
    }

    private Optional<Template> understand(JoinPoint joinPoint) {
        CodeSignature signature = (CodeSignature) joinPoint.getSignature();
        try {
            AnnotatedElement member = signature instanceof MethodSignature method
                    ? method.getMethod()
                    : ((ConstructorSignature) signature).getConstructor();
            return Optional.of(new Template(written.apply(member), parameters(signature)));
        } catch (RuntimeException wrong) {
            PayloadRuntime.ofJvm().handlerFailed("the template of " + signature.toLongString() + " cannot be used: "
                    + wrong.getMessage() + "; its calls are no payloads");
            return Optional.empty();
        }
    }

    /** The parameters' names; none if the class was compiled without them. */
    private static List<String> parameters(CodeSignature signature) {
        String[] names = signature.getParameterNames();
        return names != null && names.length == signature.getParameterTypes().length
                ? Arrays.asList(names)
                : Collections.nCopies(signature.getParameterTypes().length, "");
    }
}
