package sim.instrumentation.aop.aspectj;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.reflect.SourceLocation;
import sim.metrics.probe.Metering;
import sim.metrics.probe.ProbeSite;

/**
 * The probe at a join point, if no agent puts it into the woven class. It replaces the source location in the join point's static part,
 * and still answers as that location. So two loads find it without any look-up, and it is unloaded with the class. If several aspects
 * select the same join point, the first one that gets there owns it, and the call is metered once.
 */
final class WovenSite implements SourceLocation {
    /** Null if a weaver makes its static parts in another way. Then nothing is metered, and SIM prints a line. */
    private static final VarHandle PLACE = place();

    private final Object owner;
    private final ProbeSite probe;
    private final SourceLocation original;

    private WovenSite(Object owner, ProbeSite probe, SourceLocation original) {
        this.owner = owner;
        this.probe = probe;
        this.original = original;
    }

    /**
     * The probe of a join point, if {@code aspect} is to meter it. Asked at every call; never throws.
     *
     * @param part null if a superclass's initialiser calls a class before its own initialiser has run: such a call is not metered
     */
    static ProbeSite find(JoinPoint.StaticPart part, Object aspect) {
        if (part == null) {
            return ProbeSite.NONE;
        }
        if (part.getSourceLocation() instanceof WovenSite site) {
            return site.owner == aspect ? site.probe : site.ownedByAnother(aspect);
        }
        return meet(part, aspect);
    }

    /**
     * Whether another aspect owns the join point. Compared by class, because an aspect may have many instances, for example with {@code
     * perthis}.
     */
    private ProbeSite ownedByAnother(Object aspect) {
        return owner.getClass() == aspect.getClass() ? probe : ProbeSite.NONE;
    }

    private static ProbeSite meet(JoinPoint.StaticPart part, Object aspect) {
        if (PLACE == null) {
            return ProbeSite.NONE;
        }
        try {
            ProbeSite probe = JoinPoints.newSite(part);
            SourceLocation original = part.getSourceLocation();
            if (PLACE.compareAndSet(part, original, new WovenSite(aspect, probe, original))) {
                return probe;
            }
            return ((WovenSite) part.getSourceLocation()).ownedByAnother(aspect);
        } catch (Throwable failure) {
            JoinPoints.failed(failure);
            return ProbeSite.NONE;
        }
    }

    private static VarHandle place() {
        try {
            Class<?> made = Class.forName("org.aspectj.runtime.reflect.JoinPointImpl$StaticPartImpl", false,
                    JoinPoint.class.getClassLoader());
            return MethodHandles.privateLookupIn(made, MethodHandles.lookup()).findVarHandle(made, "sourceLocation",
                    SourceLocation.class);
        } catch (ReflectiveOperationException | LinkageError | SecurityException other) {
            JoinPoints.unknownWeaver(other);
            return null;
        }
    }

    @Override
    public Class<?> getWithinType() {
        return original.getWithinType();
    }

    @Override
    public String getFileName() {
        return original.getFileName();
    }

    @Override
    public int getLine() {
        return original.getLine();
    }

    @Override
    @Deprecated
    public int getColumn() {
        return original.getColumn();
    }

    @Override
    public String toString() {
        return original.toString();
    }
}
