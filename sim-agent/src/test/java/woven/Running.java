package woven;

import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import sim.instrumentation.annotation.CreateContext;
import sim.instrumentation.annotation.Instrument;
import sim.metrics.probe.Metering;
import sim.model.snapshot.HotspotControl;

/**
 * Runs until it is told to end, and does what the lines on standard input say. Its own little agent tells whether a class has
 * SIM's calls in it.
 */
public class Running {
    private static volatile Instrumentation instrumentation;

    /** Comes after SIM's, and so sees what SIM makes of classes. */
    public static void agentmain(String argument, Instrumentation given) {
        instrumentation = given;
    }

    public static void main(String[] args) throws Exception {
        Loaded loaded = new Loaded(1);
        loaded.twice(1);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        System.out.println("done");
        for (String line = in.readLine(); line != null && !line.equals("end"); line = in.readLine()) {
            String[] words = line.split(" ");
            switch (words[0]) {
                case "work" -> work(Integer.parseInt(words[1]), loaded);
                case "later" -> System.out.println("later " + Later.answer());
                case "embedded" -> sim.payload.embedded.Payload.execute(EarlyProbe.class, "early", () -> {});
                case "context" -> Contextual.run();
                case "probed" -> System.out
                        .println("probed " + words[1] + " " + !probed(Class.forName(words[1])).isEmpty());
                case "probing" -> System.out.println("probing " + probed(Class.forName(words[1])));
                case "redefine" -> redefine(Class.forName(words[1]));
                case "threads" -> System.out.println("threads " + Thread.getAllStackTraces().keySet().stream()
                        .map(Thread::getName).filter(name -> name.startsWith("sim-")).sorted().toList());
                case "report" -> Report.print();
                case "load" -> Class.forName(words[1]);
                case "monitors" -> Monitors.main(new String[0]);
                case "control" -> Asking.control(words[1], words[2], words[3]);
                case "await" -> System.out.println("counter " + await(words[1], Long.parseLong(words[2])));
                case "hold" -> Held.begin();
                case "release" -> Held.END.countDown();
                case "unmarked" -> Unmarked.work(Integer.parseInt(words[1]));
                case "stay" -> Unmarked.stay();
                case "leave" -> Unmarked.leave();
                case "crowd" -> Crowd.come(Integer.parseInt(words[1]));
                case "payloads" -> PayloadReport.print();
                default -> throw new IllegalArgumentException(line);
            }
            System.out.println("done");
        }
    }

    /** The counter, once it is that high; what it is after a minute, if it is not. */
    private static long await(String counter, long least) throws InterruptedException {
        long value = 0;
        for (int i = 0; i < 1_200 && value < least; i++) {
            Thread.sleep(50);
            value = Metering.runtime().counters().getOrDefault(counter, 0L);
        }
        return value;
    }

    private static void work(int times, Loaded loaded) {
        long sum = 0;
        for (int i = 0; i < times; i++) {
            sum += loaded.twice(i) + new Loaded(i).value + Loaded.wide(i, 2.0, "three").length();
            sum += new Derived(i % 2 == 0).value;
            try {
                loaded.fails(i);
            } catch (IllegalStateException expected) {
                sum += expected.getMessage().length();
            }
            sum += loaded.supplied().get();
        }
        System.out.println("sum " + sum);
    }

    /** The methods of the class that call SIM. A JVM may keep constants that no code refers to any more. */
    private static Set<String> probed(Class<?> type) throws Exception {
        Set<String> found = new TreeSet<>();
        ClassFileTransformer looking = new ClassFileTransformer() {
            @Override
            public byte[] transform(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain,
                    byte[] bytes) {
                if (redefined == type) {
                    new ClassReader(bytes).accept(new Calls(found), ClassReader.SKIP_FRAMES);
                }
                return null;
            }
        };
        instrumentation.addTransformer(looking, true);
        instrumentation.retransformClasses(type);
        instrumentation.removeTransformer(looking);
        return found;
    }

    /** Gives a class the bytes that it has in its file, as a debugger does after a change. */
    private static void redefine(Class<?> type) throws Exception {
        try (InputStream file = Running.class.getResourceAsStream("/" + type.getName().replace('.', '/') + ".class")) {
            instrumentation.redefineClasses(new ClassDefinition(type, file.readAllBytes()));
        }
    }

    /** Gathers the methods that call SIM. */
    private static final class Calls extends ClassVisitor {
        private final Set<String> found;

        Calls(Set<String> found) {
            super(Opcodes.ASM9);
            this.found = found;
        }

        @Override
        public MethodVisitor visitMethod(int access, String method, String descriptor, String signature,
                String[] exceptions) {
            return new MethodVisitor(Opcodes.ASM9) {
                @Override
                public void visitMethodInsn(int opcode, String owner, String name, String type, boolean onInterface) {
                    // an initialiser is no method that is metered
                    if (owner.startsWith("sim/") && !method.equals("<clinit>")
                            || owner.equals("java/lang/SimLoading")) {
                        found.add(method);
                    }
                }
            };
        }
    }

    @Instrument
    static class Loaded {
        static final List<Integer> SEEN = new ArrayList<>();
        final int value;

        Loaded(int value) {
            this.value = value;
        }

        int twice(int times) {
            return times > 0 ? 2 * times : 0;
        }

        static String wide(long one, double two, String three) {
            String text = null;
            if (one > two) {
                text = three + one;
            }
            return text == null ? three : text;
        }

        synchronized void fails(int times) {
            if (times >= 0) {
                throw new IllegalStateException("failed " + times % 10);
            }
        }

        Supplier<Integer> supplied() {
            return () -> value;
        }
    }

    /** Makes other objects, on two ways, before its superclass's constructor is called. */
    @Instrument
    static final class Derived extends Loaded {
        Derived(boolean even) {
            super(even ? new Loaded(new Loaded(2).value).value : Integer.parseInt(new StringBuilder("3").toString()));
        }
    }

    /** Apart, for a JVM the agent is not in yet has none of these types. */
    private static final class Asking {
        static void control(String action, String owner, String member) {
            Metering.runtime().control(
                    new HotspotControl(HotspotControl.Action.valueOf(action), owner, member, -1, -1));
        }
    }

    /** One of its methods runs for as long as it is wanted. */
    @Instrument
    static final class Held {
        static final CountDownLatch END = new CountDownLatch(1);

        static void begin() {
            Thread holding = new Thread(Held::hold);
            holding.start();
            while (holding.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
            for (int i = 0; i < 2_000; i++) {
                brief();
            }
        }

        static void hold() {
            try {
                END.await();
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
        }

        static void brief() {}
    }

    /** Virtual threads that are in a call at the same time; started by reflection, for the tests are built for 17. */
    @Instrument
    static final class Crowd {
        static void come(int many) throws Exception {
            Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
            CountDownLatch all = new CountDownLatch(many);
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < many; i++) {
                threads.add((Thread) start.invoke(null, (Runnable) () -> waits(all)));
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }

        static void waits(CountDownLatch all) {
            all.countDown();
            try {
                all.await();
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** A loader that the JVM asks by a method of its own. */
    static final class Finding extends ClassLoader {
        @Override
        public Class<?> loadClass(String name) throws ClassNotFoundException {
            return super.loadClass(name);
        }
    }

    @Instrument
    static final class Later {
        static int answer() {
            return 42;
        }
    }

    public static final class EarlyProbe extends sim.payload.embedded.PayloadProbe {
        @Override
        public String getName() {
            return "Early";
        }
    }

    static final class Contextual {
        @CreateContext
        @Instrument
        static void run() {}
    }
}
