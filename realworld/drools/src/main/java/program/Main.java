package program;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.kie.api.KieServices;
import org.kie.api.builder.KieBuilder;
import org.kie.api.builder.KieFileSystem;
import org.kie.api.builder.Message;
import org.kie.api.runtime.KieContainer;
import org.kie.api.runtime.KieSession;

/** Drools compiles rules, and they fire for so many orders. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) throws Exception {
        int orders = Integer.parseInt(arguments[0]);
        KieServices services = KieServices.Factory.get();
        KieFileSystem files = services.newKieFileSystem();
        try (var rules = Main.class.getResourceAsStream("/orders.drl")) {
            files.write("src/main/resources/orders.drl", new String(rules.readAllBytes(), StandardCharsets.UTF_8));
        }
        KieBuilder builder = services.newKieBuilder(files).buildAll();
        if (builder.getResults().hasMessages(Message.Level.ERROR)) {
            throw new IllegalStateException(builder.getResults().toString());
        }
        KieContainer container = services.newKieContainer(builder.getKieModule().getReleaseId());
        KieSession session = container.newKieSession();
        List<Order> all = new ArrayList<>();
        for (int i = 0; i < orders; i++) {
            Order order = new Order("customer " + i % 50, i % 17, i * 7 % 300);
            all.add(order);
            session.insert(order);
        }
        int fired = session.fireAllRules();
        session.dispose();
        Map<String, Integer> kinds = new TreeMap<>();
        all.forEach(order -> kinds.merge(order.getKind(), 1, Integer::sum));
        System.out.println("fired: " + fired + ", " + kinds);
    }
}
