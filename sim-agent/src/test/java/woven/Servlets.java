package woven;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletException;
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
import org.apache.tomcat.util.descriptor.web.ErrorPage;
import sim.metrics.probe.Metering;
import sim.model.payload.PayloadRow;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.Snapshot;

/** Servlets in Tomcat, which are asked for pages; prints what SIM recorded of each. */
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
        add(context, "broken", new Broken());
        add(context, "refused", new Refused());
        add(context, "forwarded", new Forwarded());
        add(context, "later", new Later());
        add(context, "problem", new Problem());
        add(context, "unwell", new Unwell());
        context.addServletMappingDecoded("/unwell/later", "unwell");
        ErrorPage page = new ErrorPage();
        page.setLocation("/problem");
        context.addErrorPage(page);
        tomcat.start();
        int port = tomcat.getConnector().getLocalPort();
        for (int i = 0; i < 20; i++) {
            ask(port, "order/" + i, 204);
        }
        for (int i = 0; i < 5; i++) {
            ask(port, "broken", 500);
            ask(port, "refused", 403);
            ask(port, "forwarded", 204);
            ask(port, "later", 204);
            ask(port, "nothing", 404);
            ask(port, "unwell", 503);
            ask(port, "unwell/later", 503);
        }
        tomcat.stop();
        tomcat.destroy(); // the last request's thread may still be on its way out
        Map<String, Long> counts = new TreeMap<>();
        for (PayloadRow row : Metering.runtime().drainFeatures(0, 0).of(PayloadRow.class)) {
            counts.merge(row.text(), row.sum().count(), Long::sum);
        }
        counts.forEach((text, count) -> System.out.println("sim " + text + " " + count));
        Map<String, Integer> contexts = new TreeMap<>();
        Snapshot snapshot = Metering.runtime().drain();
        for (ContextRecord each : snapshot.contexts()) {
            contexts.merge(each.name(), 1, Integer::sum);
        }
        contexts.forEach((name, count) -> System.out.println("context " + name + " " + count));
        Map<String, Long> failed = new TreeMap<>();
        snapshot.kinds().stream().filter(kind -> kind.failed() > 0)
                .forEach(kind -> failed.put(kind.name(), kind.failed()));
        failed.forEach((name, count) -> System.out.println("failed " + name + " " + count));
        Metering.runtime().counters().forEach((kind, count) -> System.out.println("counter " + kind + " " + count));
    }

    private static void add(Context context, String name, HttpServlet servlet) {
        Tomcat.addServlet(context, name, servlet).setAsyncSupported(true);
        context.addServletMappingDecoded("/" + name, name);
    }

    private static void ask(int port, String path, int status) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) URI.create("http://127.0.0.1:" + port + "/shop/" + path)
                .toURL().openConnection();
        if (connection.getResponseCode() != status) {
            throw new IllegalStateException(path + " answered " + connection.getResponseCode());
        }
    }

    private static void say(String what) {
        sim.context.Context current = Metering.runtime().currentContext();
        System.out.println("there " + what + " " + (current == null ? "none" : current.getName()));
    }

    /** As most servlets: what has the request first is its superclass. */
    public static final class Orders extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.setStatus(204);
        }
    }

    /** Throws. */
    public static final class Broken extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) {
            throw new IllegalStateException("on purpose");
        }
    }

    /** Answers with an error. */
    public static final class Refused extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.sendError(403);
        }
    }

    /** The container calls it for errors; it forwards to another one. */
    public static final class Problem extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            say("problem");
            try {
                request.getRequestDispatcher("/order/1").include(request, response);
            } catch (ServletException failure) {
                throw new IOException(failure);
            }
        }
    }

    /** Has another one answer. */
    public static final class Forwarded extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws ServletException, IOException {
            request.getRequestDispatcher("/order/1").forward(request, response);
        }
    }

    /** Answers that it cannot, and throws nothing; also when it is dispatched again. */
    public static final class Unwell extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) {
            if (request.getRequestURI().endsWith("later") && request.getDispatcherType() == DispatcherType.REQUEST) {
                AsyncContext later = request.startAsync();
                later.start(later::dispatch);
            } else {
                response.setStatus(503);
            }
        }
    }

    /** Answers when it is dispatched again, from another thread. */
    public static final class Later extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) {
            if (request.getDispatcherType() == DispatcherType.REQUEST) {
                AsyncContext later = request.startAsync();
                later.start(later::dispatch);
            } else {
                say("later");
                response.setStatus(204);
            }
        }
    }
}
