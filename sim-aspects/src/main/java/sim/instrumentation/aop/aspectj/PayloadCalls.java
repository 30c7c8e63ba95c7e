package sim.instrumentation.aop.aspectj;

import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.Signature;
import sim.payload.spi.PayloadRuntime;

/** Called by the aspects of payloads and splits, on the application's threads. Never throws. */
final class PayloadCalls {
    private static final PayloadRuntime RUNTIME = PayloadRuntime.ofJvm();

    private PayloadCalls() {}

    /** Whether a probe may record. Only then is a join point object made. */
    static boolean isActive() {
        return RUNTIME.isActive();
    }

    /** Makes SIM meet the probe of an aspect that was made. */
    static void meet(Class<?> probe) {
        RUNTIME.isRecording(probe);
    }

    static void begin(AbstractPayloadRecorder recorder) {
        RUNTIME.enter(recorder.getClass(), null, null);
    }

    static void end(AbstractPayloadRecorder recorder, JoinPoint joinPoint, Object returned, Throwable error) {
        String description = null;
        Object controlObject = null;
        Enum<?> type = null;
        RunningHooks hooks = null;
        try {
            hooks = RUNTIME.isRecording(recorder.getClass()) ? RunningHooks.enter(recorder) : null;
            if (hooks != null) {
                controlObject = recorder.controlObjectOf(joinPoint);
                type = recorder.typeOf(joinPoint);
                description = recorder.describe(joinPoint, returned, error);
            }
        } catch (Throwable failure) {
            recorder.own.failed("describe", failure);
        } finally {
            if (hooks != null) {
                hooks.aspects[--hooks.depth] = null;
                if (hooks.interrupted[hooks.depth]) {
                    hooks.interruptAgain();
                }
            }
        }
        RUNTIME.exit(recorder.getClass(), description, controlObject, type, error);
    }

    static void beginSplit(AbstractCallTreeSplitter splitter, JoinPoint joinPoint) {
        String text = null;
        RunningHooks hooks = null;
        try {
            hooks = RUNTIME.isRecording(splitter.getClass()) ? RunningHooks.enter(splitter) : null;
            if (hooks != null) {
                text = splitter.splitBy(joinPoint);
            }
        } catch (Throwable failure) {
            splitter.own.failed("splitBy", failure);
        } finally {
            if (hooks != null) {
                hooks.aspects[--hooks.depth] = null;
                if (hooks.interrupted[hooks.depth]) {
                    hooks.interruptAgain();
                }
            }
        }
        RUNTIME.enterSplit(splitter.getClass(), text);
    }

    static void endSplit(Throwable error) {
        RUNTIME.exitSplit(error);
    }

    static String nameOf(JoinPoint joinPoint) {
        Signature signature = joinPoint.getSignature();
        return signature.getDeclaringType().getSimpleName() + "." + signature.getName();
    }
}
