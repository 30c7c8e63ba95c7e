package sim.base.exit;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import sim.testkit.Child;

/** A JVM that ends: the program's hooks first, then what SIM registered, the last of it first. */
class AtExitIT {
    @Test
    void simIsLastOfAll() throws Exception {
        Child.Result run = Child.jvm("--add-opens", "java.base/java.lang=ALL-UNNAMED", Ending.class.getName(),
                "seen");
        assertThat(run.exit()).as(run.all()).isEqualTo(3);
        assertThat(run.out()).containsExactly("hook", "hook", "sim second", "sim first");
        assertThat(run.err()).containsExactly("sim: at the program's end: java.lang.IllegalStateException: third");
    }

    @Test
    void whereTheHooksCannotBeSeenAllIsDoneJustTheSame() throws Exception {
        Child.Result run = Child.jvm(Ending.class.getName());
        assertThat(run.exit()).as(run.all()).isEqualTo(3);
        assertThat(run.out()).containsExactlyInAnyOrder("hook", "hook", "sim second", "sim first");
    }

    /** What a hook's class says of the hook is the program's business. */
    @Test
    void aHookThatAnswersForItselfIsWaitedForAsAnyOther() throws Exception {
        Child.Result run = Child.jvm("--add-opens", "java.base/java.lang=ALL-UNNAMED", Answering.class.getName());
        assertThat(run.exit()).as(run.all()).isEqualTo(3);
        assertThat(run.out()).containsExactly("hook", "hook", "sim first");
        assertThat(run.err()).isEmpty();
    }

    static final class Answering extends Thread {
        private final boolean says;

        private Answering(boolean says) {
            super(Ending::take);
            this.says = says;
        }

        @Override
        public State getState() {
            if (says) {
                return null;
            }
            throw new IllegalStateException("no state");
        }

        public static void main(String... arguments) throws ReflectiveOperationException {
            Runtime.getRuntime().addShutdownHook(new Answering(true));
            AtExit.waitFor(Ending.programs());
            AtExit.run(() -> System.out.println("sim first"));
            Runtime.getRuntime().addShutdownHook(new Answering(false));
            System.exit(3);
        }
    }

    /** Before, the first task that failed so ended the thread: the program's handler was asked, and the others did not run. */
    @Test
    void whatCannotBeSaidKeepsNoOtherTaskAndReachesNoHandlerOfTheProgram() {
        Child.Result run = Child.jvm(Unspeakable.class.getName());
        assertThat(run.exit()).as(run.all()).isEqualTo(3);
        assertThat(run.out()).containsExactly("first, unsaid 1");
        assertThat(run.err()).isEmpty();
    }

    static final class Unspeakable {
        public static void main(String... arguments) {
            Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> System.out.println("uncaught"));
            AtExit.run(() -> System.out.println("first, unsaid " + LastWords.unsaid()));
            AtExit.run(() -> {
                throw new IllegalStateException() {
                    @Override
                    public String toString() {
                        throw new SecurityException("nothing is said");
                    }
                };
            });
            System.exit(3);
        }
    }

    static final class Ending {
        public static void main(String... arguments) throws ReflectiveOperationException {
            hook();
            if (arguments.length > 0) {
                AtExit.waitFor(programs());
            }
            AtExit.run(() -> System.out.println("sim first"));
            AtExit.run(() -> System.out.println("sim second"));
            AtExit.run(() -> {
                throw new IllegalStateException("third");
            });
            hook();
            System.exit(3);
        }

        /** As the agent finds them. */
        @SuppressWarnings("unchecked")
        private static Map<Thread, Thread> programs() throws ReflectiveOperationException {
            Field hooks = Class.forName("java.lang.ApplicationShutdownHooks").getDeclaredField("hooks");
            hooks.setAccessible(true);
            return (Map<Thread, Thread>) hooks.get(null);
        }

        private static void hook() {
            Runtime.getRuntime().addShutdownHook(new Thread(Ending::take));
        }

        /** Takes longer than a JVM that does not wait for it. */
        private static void take() {
            try {
                TimeUnit.MILLISECONDS.sleep(500);
            } catch (InterruptedException nobodyDoes) {
                Thread.currentThread().interrupt();
            }
            System.out.println("hook");
        }
    }
}
