package tried;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.Context;
import org.apache.catalina.Wrapper;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.ErrorPage;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.support.AnnotationConfigWebApplicationContext;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.config.annotation.EnableWebMvc;

/** Spring MVC in Tomcat, with {@code @Async} on two executors of Spring's. */
public final class SpringShop {
    private static final String SENDER = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

    private SpringShop() {}

    public static void main(String[] arguments) throws Exception {
        Logger.getLogger("").setLevel(Level.WARNING);
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(Files.createTempDirectory("shop").toString());
        tomcat.setPort(0);
        Context context = tomcat.addContext("/shop", null);
        Wrapper servlet = context.createWrapper();
        servlet.setName("spring");
        servlet.setServletClass(DispatcherServlet.class.getName());
        servlet.addInitParameter("contextClass", AnnotationConfigWebApplicationContext.class.getName());
        servlet.addInitParameter("contextConfigLocation", Parts.class.getName());
        servlet.setAsyncSupported(true);
        context.addChild(servlet);
        ErrorPage page = new ErrorPage();
        page.setLocation("/problem");
        context.addErrorPage(page);
        context.addServletMappingDecoded("/*", "spring");
        tomcat.start();
        String url = "http://127.0.0.1:" + tomcat.getConnector().getLocalPort() + "/shop";
        for (int i = 0; i < 3; i++) {
            get(url + "/orders/first-" + i, null);
        }
        get(url + "/orders/4711/lines/one?x=1", SENDER);
        get(url + "/orders/4711/lines/one?x=1", null);
        get(url + "/fails", null);
        get(url + "/nothing", null);
        get(url + "/later/pool", SENDER);
        get(url + "/later/simple", SENDER);
        get(url + "/later/submitted", SENDER);
        get(url + "/later/plain", SENDER);
        get(url + "/deferred", SENDER);
        get(url + "/elsewhere", null);
        tomcat.stop();
        tomcat.destroy();
        Told.print();
    }

    private static void get(String url, String traceparent) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) URI.create(url).toURL().openConnection();
        if (traceparent != null) {
            connection.setRequestProperty("traceparent", traceparent);
        }
        int status = connection.getResponseCode();
        try (InputStream body = status < 400 ? connection.getInputStream() : null) {
            System.out.println("does " + url.replaceAll(".*/shop", "") + " " + status + " "
                    + (body == null ? "" : new String(body.readAllBytes())));
        }
    }

    private static void say(String where) {
        String current = Told.current();
        System.out.println("there " + where + " "
                + (current.startsWith(SENDER.substring(3, 35))
                        ? "sender" + current.substring(32)
                        : current.replaceAll("^\\p{XDigit}{32}", "own")));
    }

    /** What the application is made of. */
    @Configuration
    @EnableWebMvc
    @EnableAsync
    public static class Parts {
        @Bean
        public Shop shop() {
            return new Shop();
        }

        @Bean
        public Later later() {
            return new Later();
        }

        @Bean(destroyMethod = "shutdown")
        public ThreadPoolTaskExecutor pool() {
            ThreadPoolTaskExecutor pool = new ThreadPoolTaskExecutor();
            pool.setCorePoolSize(1);
            pool.setMaxPoolSize(1);
            return pool;
        }

        @Bean
        public SimpleAsyncTaskExecutor simple() {
            return new SimpleAsyncTaskExecutor("simple-");
        }
    }

    /** The controller. */
    @RestController
    public static class Shop {
        @Autowired
        private Later later;
        @Autowired
        private ThreadPoolTaskExecutor pool;

        @GetMapping("/orders/{name}")
        public String order(@PathVariable("name") String name) {
            say("order");
            return "order " + name;
        }

        @GetMapping("orders/{id}/lines/{line}")
        public String line(@PathVariable("id") String id, @PathVariable("line") String line) {
            say("line");
            return "line " + id + line;
        }

        @GetMapping("/fails")
        public String fails() {
            throw new IllegalStateException("on purpose");
        }

        /** As the page of an error. */
        @GetMapping("/problem")
        public String problem() {
            say("problem");
            return "problem";
        }

        /** Its result is dispatched. */
        @GetMapping("/deferred")
        public Callable<String> deferred() {
            return () -> {
                say("deferred");
                return "deferred";
            };
        }

        @GetMapping("/elsewhere")
        public ModelAndView elsewhere() {
            return new ModelAndView("forward:/orders/elsewhere");
        }

        @GetMapping("/later/{how}")
        public String later(@PathVariable("how") String how) throws Exception {
            return switch (how) {
                case "pool" -> later.inPool().get(10, TimeUnit.SECONDS);
                case "simple" -> later.bySimple().get(10, TimeUnit.SECONDS);
                case "submitted" -> {
                    Future<String> submitted = pool.submit(() -> {
                        say("submitted");
                        return "submitted " + Thread.currentThread().getName();
                    });
                    yield submitted.get(10, TimeUnit.SECONDS);
                }
                default -> CompletableFuture.supplyAsync(() -> {
                    say("plain");
                    return "plain";
                }, pool).get(10, TimeUnit.SECONDS);
            };
        }
    }

    /** What is done beside. */
    public static class Later {
        @Async("pool")
        public Future<String> inPool() {
            say("pool");
            return CompletableFuture.completedFuture("pool " + Thread.currentThread().getName());
        }

        @Async("simple")
        public CompletableFuture<String> bySimple() {
            say("simple");
            return CompletableFuture.completedFuture("simple " + Thread.currentThread().getName());
        }
    }
}
