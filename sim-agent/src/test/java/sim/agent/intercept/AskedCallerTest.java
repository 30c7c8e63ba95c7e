package sim.agent.intercept;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Type;
import sim.agent.code.Hierarchy;

class AskedCallerTest {
    static class Own extends Thread {}

    @Test
    void methodsThatAskWhoCallsThemAreKnownByTheClassTheyAreCalledOf() throws Exception {
        Hierarchy types = Hierarchy.of(getClass().getClassLoader());
        String loader = "()Ljava/lang/ClassLoader;";
        assertThat(AskedCaller.isCalled("java/lang/reflect/Method", "invoke",
                "(Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;", types)).isTrue();
        // JDK 24 and later no longer ask there
        boolean asks = Arrays.stream(Thread.class.getMethod("getContextClassLoader").getAnnotations())
                .anyMatch(each -> each.annotationType().getSimpleName().equals("CallerSensitive"));
        assertThat(AskedCaller.isCalled(Type.getInternalName(Own.class), "getContextClassLoader", loader, types))
                .isEqualTo(asks);
        assertThat(AskedCaller.isCalled("java/lang/Exception", "fillInStackTrace", "()Ljava/lang/Throwable;", types))
                .isTrue();
        assertThat(AskedCaller.isCalled(Type.getInternalName(Own.class), "start", "()V", types)).isFalse();
        assertThat(AskedCaller.isCalled("java/lang/String", "length", "()I", types)).isFalse();
        assertThat(AskedCaller.isCalled("not/There", "getContextClassLoader", loader, types)).isFalse();
    }
}
