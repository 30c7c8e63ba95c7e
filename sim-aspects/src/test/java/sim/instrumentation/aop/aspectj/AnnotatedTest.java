package sim.instrumentation.aop.aspectj;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import org.junit.jupiter.api.Test;
import sim.instrumentation.annotation.CreateContext;
import sim.instrumentation.annotation.Payload;

/** SIM's annotations where an application's loader has copies of them. */
class AnnotatedTest {
    static class Shop {
        @Payload("bill {0}")
        @CreateContext(name = "Bill")
        void bill(String order) {}

        void none() {}
    }

    @Test
    void aCopyIsReadAsTheAnnotation() throws Exception {
        Class<?> copy = new ChildFirst().loadClass(Shop.class.getName());
        Method bill = copy.getDeclaredMethod("bill", String.class);
        assertThat(bill.getAnnotation(Payload.class)).isNull();
        assertThat(Annotated.by(Payload.class, bill).value()).isEqualTo("bill {0}");
        assertThat(Annotated.by(CreateContext.class, bill).name()).isEqualTo("Bill");
        assertThat(Annotated.by(CreateContext.class, bill).tag()).isEmpty();
        assertThat(Annotated.by(Payload.class, copy.getDeclaredMethod("none"))).isNull();
        assertThat(Annotated.by(Payload.class, Shop.class.getDeclaredMethod("bill", String.class)).value())
                .isEqualTo("bill {0}");
    }

    /** Has its own SIM. */
    private static final class ChildFirst extends ClassLoader {
        ChildFirst() {
            super(AnnotatedTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            Class<?> known = findLoadedClass(name);
            if (known != null || !name.startsWith("sim.")) {
                return known != null ? known : super.loadClass(name, resolve);
            }
            try (InputStream bytes = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] all = bytes.readAllBytes();
                return defineClass(name, all, 0, all.length);
            } catch (IOException unreadable) {
                throw new ClassNotFoundException(name, unreadable);
            }
        }
    }
}
