package sim.realworld;

import java.nio.file.Path;
import java.util.List;

/**
 * A program of the folder {@code realworld}: what its JVM is started with, step after step, in a working directory that is
 * new for each run.
 *
 * @param module the folder it is in
 * @param what   what it does, in a few words, for the table
 * @param java   the oldest Java that it runs on
 * @param steps  the arguments of each JVM after its class path; {@code @} is the module's folder
 */
record Program(String module, String what, int java, List<List<String>> steps) {
    private static final int LEAST_JAVA = 17;
    private static final String MAVEN = "@/target/dist/apache-maven-3.9.9";
    private static final String SHOP = "@/src/main/programs/shop";
    private static final List<Program> ALL = List.of(
            of("spring-boot", "Spring Boot 3.5: web, JPA, security, async, schedules", "shop.Shop"),
            of("kotlin", "Kotlin 2.2 coroutines", "shop.ShopKt"),
            of("groovy", "Groovy 5 script", "groovy.ui.GroovyMain", "@/src/main/programs/shop.groovy"),
            new Program("scala", "Scala 3.7: its compiler, then the program", List.of(
                    List.of("dotty.tools.dotc.Main", "-usejavacp", "-d", ".", "@/src/main/programs/Shop.scala"),
                    List.of("shop.Shop"))),
            of("clojure", "Clojure 1.12 script", "clojure.main", "@/src/main/programs/shop.clj"),
            of("jython", "Jython 2.7 script", "org.python.util.jython", "@/src/main/programs/shop.py"),
            of("nashorn", "Nashorn 15 script", "org.openjdk.nashorn.tools.Shell", "@/src/main/programs/shop.js"),
            of("jetty", "Jetty 12.1, 20,000 requests", "program.Main", "20000"),
            of("tomcat", "Tomcat 11, 10 redeployments", "program.Main"),
            of("kafka", "Kafka 4.1 broker, 20,000 records", "program.Main", "20000"),
            of("ecj", "Eclipse compiler, 600 classes", "program.Main", "600"),
            of("checkstyle", "Checkstyle, Google's rules, 400 files", "program.Main", "400"),
            of("h2", "H2 2.4, 100,000 rows", "program.Main", "100000"),
            of("lucene", "Lucene 9.12, 20,000 documents", "program.Main", "20000"),
            of("osgi", "Apache Felix 7 with two bundles", "program.Main"),
            of("jruby", "JRuby 9.4 script", "org.jruby.Main", "@/src/main/programs/shop.rb"),
            of("grpc", "gRPC 1.76, 10,000 calls", "program.Main", "10000"),
            of("drools", "Drools 8: rules, 2,000 orders", "program.Main", "2000"),
            new Program("helidon", "Helidon 4.3 on virtual threads, 10,000 requests", 21, List.of(
                    List.of("@/src/main/programs/Shop.java", "10000"))),
            new Program("maven", "Apache Maven 3.9: a build, then what it built", List.of(
                    List.of("-cp", MAVEN + "/boot/plexus-classworlds-2.8.0.jar", "-Dclassworlds.conf=" + MAVEN
                            + "/bin/m2.conf", "-Dmaven.home=" + MAVEN, "-Dmaven.multiModuleProjectDirectory=" + SHOP,
                            "org.codehaus.plexus.classworlds.launcher.Launcher", "-B", "-q", "-o", "-DskipTests", "-f",
                            SHOP + "/pom.xml", "package"),
                    List.of("-cp", "target/classes", "shop.Main"))),
            of("signed", "Bouncy Castle 1.82: signed, multi-release", "program.Main"),
            new Program("obfuscated", "ProGuard 7.8, then the compiler it obfuscated", List.of(
                    List.of("proguard.ProGuard", "-injars",
                            "@/target/lib/ecj-3.42.0.jar(!META-INF/*.SF,!META-INF/*.RSA)",
                            "-outjars", "obfuscated.jar", "-include", "@/src/main/programs/ecj.pro"),
                    List.of("-cp", "obfuscated.jar", "org.eclipse.jdt.internal.compiler.batch.Main", "-17",
                            "-proc:none", "-d", "out",
                            "@/src/main/programs/Hello.java"),
                    List.of("-cp", "out", "Hello"))));

    Program(String module, String what, List<List<String>> steps) {
        this(module, what, LEAST_JAVA, steps);
    }

    static List<Program> all() {
        return ALL;
    }

    static Program named(String module) {
        return ALL.stream().filter(program -> program.module.equals(module)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no program '" + module + "'; there are "
                        + ALL.stream().map(Program::module).toList()));
    }

    Path folder(Path realworld) {
        return realworld.resolve(module);
    }

    private static Program of(String module, String what, String... arguments) {
        return new Program(module, what, List.of(List.of(arguments)));
    }
}
