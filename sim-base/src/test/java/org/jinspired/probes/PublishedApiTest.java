package org.jinspired.probes;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jinspired.probes.interceptor.ProbesInterceptor;
import org.jinspired.probes.interceptor.ProbesInterceptorFactory;
import org.jinspired.probes.measure.ProbesMeasure;
import org.jinspired.probes.measure.ProbesMeasureFactory;
import org.jinspired.probes.spi.ProbesProvider;
import org.jinspired.probes.spi.ProbesProviderFactory;
import org.jinspired.probes.strategy.ProbesStrategy;
import org.jinspired.probes.strategy.ProbesStrategyFactory;
import org.junit.jupiter.api.Test;

/**
 * A class file that was compiled against the published API links with ours when every type, method and descriptor is
 * there; a source compiles when no interface asks for more. {@code published-api.txt} has them as they were published.
 */
class PublishedApiTest {
    @Test
    void itHasTheTypesAndMethodsThatWerePublishedAndNoOthers() throws Exception {
        List<Class<?>> types = new ArrayList<>(List.of(Probes.class, ProbesInterceptor.class,
                ProbesInterceptorFactory.class, ProbesMeasure.class, ProbesMeasureFactory.class, ProbesProvider.class,
                ProbesProviderFactory.class, ProbesStrategy.class, ProbesStrategyFactory.class));
        types.addAll(List.of(Probes.class.getClasses()));
        TreeSet<String> ours = new TreeSet<>();
        for (Class<?> type : types) {
            Stream.of(type.getDeclaredMethods()).filter(method -> Modifier.isPublic(method.getModifiers()))
                    .forEach(method -> ours.add(line(type, method)));
        }
        assertThat(String.join("\n", ours) + "\n").isEqualTo(
                Files.readString(Path.of("src", "test", "resources", "published-api.txt")));
    }

    private static String line(Class<?> type, Method method) {
        String descriptor = MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                .toMethodDescriptorString();
        return type.getName() + (Modifier.isStatic(method.getModifiers()) ? " static " : " ") + method.getName()
                + descriptor + (method.getExceptionTypes().length == 0 ? "" : " throws");
    }
}
