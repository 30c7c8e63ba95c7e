package shop.web;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import sim.instrumentation.annotation.Instrument;

/** A server on a database, and its only client. */
public final class Server {
    private static final int EACH = 50;

    private final Connection connection = DriverManager.getConnection("jdbc:h2:mem:shop");

    private Server() throws SQLException {}

    public static void main(String[] arguments) throws Exception {
        Server shop = new Server();
        try (Statement statement = shop.connection.createStatement()) {
            statement.execute("CREATE TABLE item(id INT PRIMARY KEY, stock INT)");
        }
        HttpServer http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.createContext("/item/", shop::item);
        http.createContext("/report", shop::report);
        http.start();
        int answered = 0;
        for (int i = 0; i < EACH; i++) {
            answered += get(http, "/item/" + i) + get(http, "/item/" + i + "/stock") + get(http, "/report");
        }
        http.stop(1);
        shop.connection.close();
        System.out.println(answered + " requests answered");
    }

    private static int get(HttpServer http, String path) throws IOException {
        URI uri = URI.create("http://127.0.0.1:" + http.getAddress().getPort() + path);
        return ((HttpURLConnection) uri.toURL().openConnection()).getResponseCode() == 200 ? 1 : 0;
    }

    @Instrument
    private void item(HttpExchange exchange) throws IOException {
        String[] parts = exchange.getRequestURI().getPath().split("/");
        answer(exchange, parts.length == 4 ? stock(parts[2]) : put(parts[2]));
    }

    @Instrument
    private void report(HttpExchange exchange) throws IOException {
        int sum = 0;
        for (int i = 0; i < 3; i++) {
            sum += stock(Integer.toString(i));
        }
        answer(exchange, sum);
    }

    private static void answer(HttpExchange exchange, int value) throws IOException {
        exchange.sendResponseHeaders(value >= 0 ? 200 : 500, -1);
        exchange.close();
    }

    @Instrument
    private int put(String id) {
        return run("INSERT INTO item VALUES (?, 7)", id);
    }

    @Instrument
    private int stock(String id) {
        return run("SELECT stock FROM item WHERE id = ?", id);
    }

    private int run(String sql, String id) {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setInt(1, Integer.parseInt(id));
            if (!statement.execute()) {
                return statement.getUpdateCount();
            }
            try (ResultSet row = statement.getResultSet()) {
                return row.next() ? row.getInt(1) : 0;
            }
        } catch (SQLException failure) {
            return -1;
        }
    }
}
