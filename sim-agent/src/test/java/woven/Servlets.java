package woven;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.util.Map;
import java.util.TreeMap;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;
import sim.metrics.probe.Metering;
import sim.metrics.snapshot.payload.PayloadRow;

/** A servlet in Tomcat, which is asked for pages; prints what SIM recorded of each. */
public final class Servlets {
    private Servlets() {}

    public static void main(String[] args) throws Exception {
        Logger.getLogger("org.apache").setLevel(Level.WARNING);
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(Files.createTempDirectory("servlets").toString());
        tomcat.setPort(0);
        Context context = tomcat.addContext("/shop", null);
        Tomcat.addServlet(context, "orders", new Orders());
        context.addServletMappingDecoded("/order/*", "orders");
        tomcat.start();
        int port = tomcat.getConnector().getLocalPort();
        for (int i = 0; i < 20; i++) {
            HttpURLConnection connection = (HttpURLConnection) URI
                    .create("http://127.0.0.1:" + port + "/shop/order/" + i).toURL().openConnection();
            if (connection.getResponseCode() != 204) {
                throw new IllegalStateException("answered " + connection.getResponseCode());
            }
        }
        tomcat.stop();
        tomcat.destroy(); // the last request's thread may still be on its way out
        Map<String, Long> counts = new TreeMap<>();
        for (PayloadRow row : Metering.runtime().drainPayloads().rows()) {
            counts.merge(row.text(), row.sum().count(), Long::sum);
        }
        counts.forEach((text, count) -> System.out.println("sim " + text + " " + count));
    }

    /** As most servlets: what has the request first is its superclass. */
    public static final class Orders extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.setStatus(204);
        }
    }
}
