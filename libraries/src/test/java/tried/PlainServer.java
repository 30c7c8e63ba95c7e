package tried;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A main without any framework: the JDK's own HTTP server, and a database over plain JDBC. Ends with standard input. */
public final class PlainServer {
    private static final String URL = "jdbc:h2:mem:plain;DB_CLOSE_DELAY=-1";

    private PlainServer() {}

    public static void main(String[] arguments) throws Exception {
        try (Connection connection = DriverManager.getConnection(URL);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE plain(article INT PRIMARY KEY, amount INT)");
            for (int article = 0; article < 10; article++) {
                statement.execute("INSERT INTO plain VALUES (" + article + ", " + article * 2 + ")");
            }
        }
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/stock", PlainServer::answer);
        server.start();
        System.out.println("port " + server.getAddress().getPort());
        while (System.in.read() >= 0) {
            // until it is closed
        }
        server.stop(0);
    }

    private static void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        byte[] body = ("stock " + amount(Integer.parseInt(path.substring(path.lastIndexOf('/') + 1))))
                .getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private static int amount(int article) throws IOException {
        try (Connection connection = DriverManager.getConnection(URL);
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("SELECT amount FROM plain WHERE article = " + article)) {
            return found.next() ? found.getInt(1) : 0;
        } catch (SQLException failure) {
            throw new IOException(failure);
        }
    }
}
