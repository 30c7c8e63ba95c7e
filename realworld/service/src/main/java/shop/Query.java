package shop;

import java.net.URI;
import java.util.HashMap;
import java.util.Map;

/** The parameters of a request's address. */
final class Query {
    private final Map<String, String> values = new HashMap<>();

    Query(URI address) {
        for (String pair : address.getQuery().split("&")) {
            String[] parts = pair.split("=", 2);
            values.put(parts[0], parts[1]);
        }
    }

    String text(String name) {
        return values.getOrDefault(name, "");
    }

    int number(String name) {
        return Integer.parseInt(text(name));
    }
}
