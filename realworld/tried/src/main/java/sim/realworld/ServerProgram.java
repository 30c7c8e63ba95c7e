package sim.realworld;

import java.util.List;
import java.util.Map;

/**
 * A server people run, of the folder {@code realworld}, as its own script starts it. In each text {@code @work} is a working directory that is
 * new for each run, {@code @port} where the server is to listen, {@code @spare} another free port, and any other {@code @} the module's folder.
 *
 * @param module      the folder it is in
 * @param what        its name for the table
 * @param once        what readies its installation before the first run; empty for nothing
 * @param copied      files and folders of the installation that each run gets of its own, and where in the working directory
 * @param command     what starts it; {@code @options} stands for options of the JVM where no variable takes them
 * @param environment variables that are set; one with {@code @options} takes options of the JVM
 * @param requests    asked in turn, one after the other; the first one until it is answered 200
 * @param own         the packages of the application that it runs
 * @param methods     methods of these packages, and which requests call each of them once
 */
record ServerProgram(String module, String what, List<String> once, Map<String, String> copied, List<String> command,
        Map<String, String> environment, List<Request> requests, String own, List<Method> methods) {
    /**
     * @param form   what is posted; null for a GET
     * @param isSame whether each run answers with the same text
     */
    record Request(String path, String form, boolean isSame) {
        static Request get(String path) {
            return new Request(path, null, true);
        }
    }

    /** @param paths the requests that call it once */
    record Method(String type, String name, List<String> paths) {}

    private static final String SHOP = "@/../war/target/shop.war";
    private static final String COUNT = "/shop/orders";
    private static final String PLACE = "/shop/orders?number=17";
    private static final List<Request> ORDERS = List.of(Request.get(COUNT), Request.get(PLACE),
            Request.get("/shop/orders?number=18"), Request.get("/shop/none"));
    private static final List<Method> SHOPS = List.of(
            new Method("shop.OrderServlet", "doGet", List.of(COUNT, PLACE, "/shop/orders?number=18")),
            new Method("shop.Orders", "place", List.of(PLACE, "/shop/orders?number=18")),
            new Method("shop.Orders", "count", List.of(COUNT)));

    private static final String WILDFLY = "@/target/dist/wildfly-37.0.1.Final";
    private static final String KEYCLOAK = "@/target/dist/keycloak-26.4.7";
    private static final String TOKEN = "/realms/master/protocol/openid-connect/token";

    private static final List<ServerProgram> ALL = List.of(
            new ServerProgram("wildfly", "WildFly 37, a war with CDI and JPA", List.of(),
                    Map.of(WILDFLY + "/standalone", "standalone", SHOP, "standalone/deployments/shop.war"),
                    List.of(WILDFLY + "/bin/standalone.sh", "-Djboss.server.base.dir=@work/standalone",
                            "-Djboss.http.port=@port", "-Djboss.https.port=0", "-Djboss.management.http.port=@spare"),
                    Map.of("PREPEND_JAVA_OPTS", "@options"), ORDERS, "shop", SHOPS),
            new ServerProgram("keycloak", "Keycloak 26.4 on Quarkus",
                    List.of(KEYCLOAK + "/bin/kc.sh", "build", "--db=dev-mem"), Map.of(),
                    List.of(KEYCLOAK + "/bin/kc.sh", "start", "--optimized", "--http-enabled=true",
                            "--http-host=127.0.0.1", "--http-port=@port", "--hostname-strict=false", "--cache=local"),
                    Map.of("JAVA_OPTS_APPEND", "@options", "KC_BOOTSTRAP_ADMIN_USERNAME", "admin",
                            "KC_BOOTSTRAP_ADMIN_PASSWORD", "secret"),
                    List.of(new Request("/realms/master/.well-known/openid-configuration", null, false), // scopes in any order
                            new Request(TOKEN, "grant_type=password&client_id=admin-cli&username=admin&password=secret",
                                    false),
                            Request.get("/realms/none")),
                    "org.keycloak.protocol.oidc.endpoints",
                    List.of(new Method("org.keycloak.protocol.oidc.endpoints.TokenEndpoint", "processGrantRequest",
                            List.of(TOKEN)))),
            new ServerProgram("payara", "Payara Micro 6, a war with CDI and JPA", List.of(), Map.of(),
                    List.of("@java", "@options", "-Xmx512m", "-Djava.io.tmpdir=@work", "-jar",
                            "@/target/payara-micro-6.2025.10.jar", "--nocluster", "--rootDir", "@work/payara",
                            "--port", "@port", "--deploy", SHOP),
                    Map.of(), ORDERS, "shop", SHOPS));

    static List<ServerProgram> all() {
        return ALL;
    }

    static ServerProgram named(String module) {
        return ALL.stream().filter(program -> program.module.equals(module)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no server '" + module + "'; there are "
                        + ALL.stream().map(ServerProgram::module).toList()));
    }
}
