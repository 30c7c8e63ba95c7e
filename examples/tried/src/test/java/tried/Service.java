package tried;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * A service in layers, as web frameworks have them: dispatcher, interceptors, controller, a service behind a transaction's
 * proxy, repository, mapper, entities, views. Nobody annotated it. Its argument: how many requests it answers.
 */
public class Service {
    private static final int PRODUCTS = 40;

    /** An order's line, with what beans have. */
    static class Line {
        private String product;
        private int amount;
        private long cents;

        String getProduct() {
            return product;
        }

        void setProduct(String value) {
            product = value;
        }

        int getAmount() {
            return amount;
        }

        void setAmount(int value) {
            amount = value;
        }

        long getCents() {
            return cents;
        }

        void setCents(long value) {
            cents = value;
        }
    }

    /** What the service offers. */
    interface Orders {
        List<Line> linesOf(int customer);

        long totalOf(List<Line> lines);
    }

    static class OrderService implements Orders {
        private final Repository repository = new Repository();
        private final Pricing pricing = new Pricing();

        @Override
        public List<Line> linesOf(int customer) {
            return repository.find(customer);
        }

        @Override
        public long totalOf(List<Line> lines) {
            long total = 0;
            for (Line line : lines) {
                total += pricing.price(line);
            }
            return total;
        }
    }

    static class Pricing {
        long price(Line line) {
            return discounted(line.getCents() * line.getAmount(), line.getAmount());
        }

        private long discounted(long cents, int amount) {
            return amount > 5 ? cents * 95 / 100 : cents;
        }
    }

    static class Repository {
        private final Mapper mapper = new Mapper();

        /** A connection of the pool is free after some 20 us: the method's own time is above the threshold on any JDK. */
        List<Line> find(int customer) {
            LockSupport.parkNanos(20_000);
            List<Line> lines = new ArrayList<>();
            for (Map<String, Object> row : query(customer)) {
                lines.add(mapper.map(row));
            }
            return lines;
        }

        /** The data base answers after some 100 us. */
        List<Map<String, Object>> query(int customer) {
            LockSupport.parkNanos(100_000);
            List<Map<String, Object>> rows = new ArrayList<>();
            for (int i = 0; i < PRODUCTS; i++) {
                rows.add(Map.of("product", "p" + i, "amount", (customer + i) % 9, "cents", 100L + i));
            }
            return rows;
        }
    }

    static class Mapper {
        Line map(Map<String, Object> row) {
            Line line = new Line();
            line.setProduct(text(row, "product"));
            line.setAmount((Integer) row.get("amount"));
            line.setCents((Long) row.get("cents"));
            return line;
        }

        private String text(Map<String, Object> row, String column) {
            return String.valueOf(row.get(column));
        }
    }

    static class View {
        String render(List<Line> lines, long total) {
            StringBuilder page = new StringBuilder();
            for (Line line : lines) {
                append(page, line.getProduct());
                append(page, String.valueOf(line.getAmount()));
            }
            append(page, String.valueOf(total));
            return page.toString();
        }

        private void append(StringBuilder page, String text) {
            page.append("<td>").append(escape(text)).append("</td>");
        }

        private String escape(String text) {
            return text.indexOf('<') < 0 ? text : text.replace("<", "&lt;");
        }
    }

    static class Security {
        boolean before(Map<String, String> request) {
            return isKnown(request.get("user"));
        }

        private boolean isKnown(String user) {
            return user != null && !user.isEmpty();
        }
    }

    static class Controller {
        private final Orders orders = transactional(new OrderService());
        private final View view = new View();

        String show(Map<String, String> request) {
            List<Line> lines = orders.linesOf(Integer.parseInt(request.get("customer")));
            return view.render(lines, orders.totalOf(lines));
        }
    }

    static class Dispatcher {
        private final Security security = new Security();
        private final Controller controller = new Controller();

        String dispatch(Map<String, String> request) {
            return security.before(request) ? controller.show(request) : "";
        }
    }

    private static Orders transactional(Orders target) {
        return (Orders) Proxy.newProxyInstance(Service.class.getClassLoader(), new Class<?>[]{Orders.class},
                (proxy, method, arguments) -> {
                    try {
                        return method.invoke(target, arguments);
                    } catch (InvocationTargetException failure) {
                        throw failure.getCause();
                    }
                });
    }

    public static void main(String[] args) {
        Dispatcher dispatcher = new Dispatcher();
        long length = 0;
        for (int i = 0; i < Integer.parseInt(args[0]); i++) {
            Map<String, String> request = new LinkedHashMap<>();
            request.put("user", "u" + i % 7);
            request.put("customer", String.valueOf(i % 100));
            length += dispatcher.dispatch(request).length();
        }
        System.out.println(length + " characters sent");
    }
}
